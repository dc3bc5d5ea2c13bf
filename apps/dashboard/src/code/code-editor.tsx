import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorTheme } from "./editor-theme.ts";
import { type LineMark, lineMarks, setMarks, setShownLines } from "./line-marks.ts";
import { solidity } from "./solidity-language.ts";

/** An editor is mounted for one file: use the file's name as `key`. */
export interface CodeEditorProps {
  label: string;
  text: string;
  /** Called with the whole text after every edit. Read-only without it. */
  onChange?: (text: string) => void;
  hint?: string;
  marks?: readonly LineMark[];
  onMark?: (id: string) => void;
  /** Lines to highlight; scrolls to the first. A new array scrolls again. */
  shownLines?: readonly number[];
}

const noMarks: readonly LineMark[] = [];
const noLines: readonly number[] = [];

/** A code editor with line numbers, syntax colours and finding marks. Only visible lines are rendered. */
export function CodeEditor({
  label,
  text,
  onChange,
  hint,
  marks = noMarks,
  onMark,
  shownLines = noLines,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const callbacks = useRef({ onChange, onMark });
  callbacks.current = { onChange, onMark };
  const isReadOnly = !onChange;

  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes are dispatched as transactions below.
  useEffect(() => {
    const view = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: text,
        extensions: [
          onMark ? lineMarks((id) => callbacks.current.onMark?.(id)) : [],
          lineNumbers(),
          // The library's default misses four of the bidirectional control characters.
          highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2068]/, render: showCharacter }),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          search({ top: true }),
          indentUnit.of("    "),
          keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          solidity,
          editorTheme,
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
          isReadOnly
            ? [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-readonly": "true" })]
            : [history(), highlightActiveLine(), placeholder(hint ?? "")],
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.isUserEvent("sync"))) {
              callbacks.current.onChange?.(update.state.doc.toString());
            }
          }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);

  useEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "sync" });
  }, [text]);

  useEffect(() => {
    editor.current?.dispatch({ effects: setMarks.of(marks) });
  }, [marks]);

  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    const first = view.state.doc.line(Math.min(Math.max(shownLines[0] ?? 1, 1), view.state.doc.lines));
    view.dispatch({
      effects: [
        setShownLines.of(shownLines),
        ...(shownLines.length > 0 ? [EditorView.scrollIntoView(first.from, { y: "center" })] : []),
      ],
    });
  }, [shownLines]);

  return <div ref={place} className="h-full min-h-0" />;
}

function showCharacter(code: number, description: string | null): HTMLElement {
  const element = document.createElement("span");
  element.className = "cm-specialChar";
  element.title = description ?? "";
  element.textContent = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return element;
}
