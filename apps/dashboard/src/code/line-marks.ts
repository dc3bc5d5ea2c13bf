import { type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from "@codemirror/view";

/** A mark for a finding on a line. */
export interface LineMark {
  /** Counted from 1. */
  line: number;
  severity: "high" | "medium" | "low" | "info";
  /** Shown as a tooltip, as plain text. */
  title: string;
  id: string;
}

interface Marks {
  lines: DecorationSet;
  gutter: RangeSet<GutterMarker>;
}

const ranks = ["high", "medium", "low", "info"] as const;

class FindingMarker extends GutterMarker {
  readonly mark: LineMark;
  constructor(mark: LineMark) {
    super();
    this.mark = mark;
  }
  override eq(other: FindingMarker) {
    return other.mark.id === this.mark.id && other.mark.title === this.mark.title;
  }
  override toDOM() {
    const element = document.createElement("span");
    element.className = `cm-mark-${this.mark.severity}`;
    element.title = this.mark.title;
    return element;
  }
}

export const setMarks = StateEffect.define<readonly LineMark[]>();
export const setShownLines = StateEffect.define<readonly number[]>();

const none: Marks = { lines: Decoration.none, gutter: RangeSet.empty };

/** Shows the highest severity of each line. Marks move with their lines on edits. */
const marksField = StateField.define<Marks>({
  create: () => none,
  update(value, { docChanged, changes, effects, state }) {
    let marks = docChanged ? { lines: value.lines.map(changes), gutter: value.gutter.map(changes) } : value;
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      const lines = new RangeSetBuilder<Decoration>();
      const markers = new RangeSetBuilder<GutterMarker>();
      for (const mark of worstByLine(effect.value)) {
        if (mark.line < 1 || mark.line > state.doc.lines) continue;
        const { from } = state.doc.line(mark.line);
        lines.add(from, from, Decoration.line({ class: `cm-line-${mark.severity}` }));
        markers.add(from, from, new FindingMarker(mark));
      }
      marks = { lines: lines.finish(), gutter: markers.finish() };
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

const shownField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, state }) {
    let shown = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setShownLines)) continue;
      const starts = effect.value
        .filter((line) => line >= 1 && line <= state.doc.lines)
        .map((line) => state.doc.line(line).from);
      shown = Decoration.set(
        starts.map((from) => Decoration.line({ class: "cm-line-shown" }).range(from)),
        true,
      );
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function worstByLine(marks: readonly LineMark[]): LineMark[] {
  const byLine = new Map<number, LineMark>();
  for (const mark of marks) {
    const known = byLine.get(mark.line);
    if (!known || ranks.indexOf(mark.severity) < ranks.indexOf(known.severity)) byLine.set(mark.line, mark);
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

/** Marks findings in the gutter and on the lines. Calls `onMark` with the clicked finding. */
export function lineMarks(onMark: (id: string) => void): Extension {
  return [
    marksField,
    shownField,
    gutter({
      class: "cm-marks",
      markers: (view) => view.state.field(marksField).gutter,
      domEventHandlers: {
        mousedown(view, { from }) {
          let found: LineMark | undefined;
          view.state.field(marksField).gutter.between(from, from, (_from, _to, marker) => {
            found = (marker as FindingMarker).mark;
          });
          if (found) onMark(found.id);
          return found !== undefined;
        },
      },
    }),
  ];
}
