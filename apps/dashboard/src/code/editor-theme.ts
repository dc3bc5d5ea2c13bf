import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Each colour has a contrast of at least 4.5:1 on the surface, on marked lines and on selections.
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--muted)" },
  { tag: tags.keyword, color: "light-dark(oklch(0.42 0.13 310), oklch(0.8 0.1 310))" },
  {
    tag: [tags.typeName, tags.standard(tags.variableName)],
    color: "light-dark(oklch(0.42 0.11 250), oklch(0.8 0.09 250))",
  },
  {
    tag: [tags.string, tags.special(tags.string)],
    color: "light-dark(oklch(0.44 0.1 60), oklch(0.82 0.1 75))",
  },
  {
    tag: [tags.number, tags.atom, tags.bool],
    color: "light-dark(oklch(0.44 0.12 20), oklch(0.8 0.1 25))",
  },
]);

const severities = ["high", "medium", "low", "info"];

const surface = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "13px", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "40px", padding: "0 8px 0 4px" },
  ".cm-marks": { width: "20px", paddingLeft: "8px" },
  ".cm-marks .cm-gutterElement": { cursor: "pointer", display: "flex", alignItems: "center" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": {
    backgroundColor: "color-mix(in oklab, var(--sunken) 60%, transparent)",
  },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--accent) 18%, transparent)",
  },
  // Invisible and bidirectional control characters are shown as their code point.
  ".cm-specialChar": {
    color: "var(--red)",
    backgroundColor: "var(--red-soft)",
    borderRadius: "3px",
    padding: "0 2px",
    fontSize: "11px",
  },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-panels": {
    backgroundColor: "var(--sunken)",
    color: "var(--ink)",
    borderColor: "var(--line)",
    fontFamily: "var(--font-sans)",
  },
  ".cm-panel input, .cm-panel button": { font: "inherit", color: "inherit" },
  ".cm-searchMatch": { backgroundColor: "var(--amber-soft)", outline: "1px solid var(--amber)" },
  ...Object.fromEntries(
    severities.flatMap((severity) => [
      [`.cm-line-${severity}`, { backgroundColor: `var(--finding-${severity}-soft)` }],
      [
        `.cm-mark-${severity}`,
        { width: "9px", height: "9px", borderRadius: "3px", backgroundColor: `var(--finding-${severity})` },
      ],
    ]),
  ),
  ".cm-line-shown": { boxShadow: "inset 3px 0 var(--ink)" },
});

export const editorTheme = [surface, syntaxHighlighting(colours)];
