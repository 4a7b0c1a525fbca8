// Explains names in the code, at the pointer or with F1.
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { h } from "../../ui/dom";

/**
 * Explains the name at a position: one that ends there (-1), begins there (1), or either (0); null: nothing is known.
 */
export type About = (state: EditorState, pos: number, side: -1 | 0 | 1) => Tooltip | null;

export function explain(about: About): Extension {
  return [
    hoverTooltip((view, pos, side) => about(view.state, pos, side), { hoverTime: 250 }),
    explained,
    keymap.of([
      {
        key: "F1",
        preventDefault: true,
        run: (view) => {
          const { state } = view;
          const { head } = state.selection.main;
          view.dispatch({ effects: show.of(about(state, head, 1) ?? about(state, head, -1) ?? unknown(state, head)) });
          return true;
        },
      },
      {
        key: "Escape",
        run: (view) => {
          if (!view.state.field(explained)) return false;
          view.dispatch({ effects: show.of(null) });
          return true;
        },
      },
    ]),
  ];
}

const show = StateEffect.define<Tooltip | null>();

/** The explanation that F1 has opened; the next move of the cursor closes it. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** The element of an explanation: code, then text about it. */
export const aboutElement = (...content: (HTMLElement | false)[]): HTMLElement =>
  h("div", { class: "about", role: "status" }, ...content);

function unknown(state: EditorState, pos: number): Tooltip {
  const word = state.wordAt(pos);
  const name = word ? state.sliceDoc(word.from, word.to) : "";
  const text = name
    ? `Nothing is known about ${name}: F1 explains the names of the bot's files.`
    : "F1 explains a name: put the cursor on one.";
  return { pos: word?.from ?? pos, above: true, create: () => ({ dom: aboutElement(h("p", {}, text)) }) };
}
