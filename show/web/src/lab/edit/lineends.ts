// Home and End by the lines of the text. CodeMirror's own stop at the ends of the row that is shown first, and a long line of
// code has several rows here.
import { EditorSelection } from "@codemirror/state";
import type { EditorView, KeyBinding } from "@codemirror/view";

/** Moves each cursor to the end of its line; back to the first letter, and from there to the start of the line. */
function toLineEnd(view: EditorView, forward: boolean, extend: boolean): boolean {
  const { doc, selection } = view.state;
  const ranges = selection.ranges.map(({ anchor, head }) => {
    const line = doc.lineAt(head);
    const letter = line.from + (line.text.length - line.text.trimStart().length);
    const to = forward ? line.to : head === letter ? line.from : letter;
    return extend ? EditorSelection.range(anchor, to) : EditorSelection.cursor(to);
  });
  view.dispatch({
    selection: EditorSelection.create(ranges, selection.mainIndex),
    scrollIntoView: true,
    userEvent: "select",
  });
  return true;
}

const binding = (key: string, mac: string, forward: boolean): readonly KeyBinding[] => {
  const run = (view: EditorView) => toLineEnd(view, forward, false);
  const shift = (view: EditorView) => toLineEnd(view, forward, true);
  return [
    { key, run, shift, preventDefault: true },
    { mac, run, shift, preventDefault: true },
  ];
};

export const lineEnds: readonly KeyBinding[] = [
  ...binding("Home", "Cmd-ArrowLeft", false),
  ...binding("End", "Cmd-ArrowRight", true),
];
