// Helps while code is written: completes names and explains them, from what the files themselves say.
import { autocompletion, completeFromList, ifNotIn, type Completion, type CompletionContext, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { scopeCompletionSource, snippets } from "@codemirror/lang-javascript";
import { EditorState, StateEffect, StateField, type Extension } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { h } from "../../ui/dom";
import type { Entry } from "./names/names";
import type { Project } from "./names/project";

/** Where code is not completed. */
const texts = ["TemplateString", "String", "RegExp", "LineComment", "BlockComment", "VariableDefinition"];
const keywords = "async await break case catch class const continue default delete do else export extends false finally for function if in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield";
const { Math, JSON, Number, String, Object, Array, Map, Set, Promise, Date, console, Infinity, NaN, parseInt, parseFloat, structuredClone } = globalThis;
const globals = { Math, JSON, Number, String, Object, Array, Map, Set, Promise, Date, console, Infinity, NaN, parseInt, parseFloat, structuredClone };
const words: readonly Completion[] = [...snippets, ...keywords.split(" ").map((label) => ({ label, type: "keyword", boost: -1 }))];

/** Completion, and explanations at the pointer or with F1. look brings the project up to date. */
export function assist(file: string, look: (state: EditorState) => Project): Extension {
  const names = ifNotIn(texts, (context) => complete(look(context.state), file, context));
  const others = ifNotIn(texts, notMember(completeFromList(words)));
  const about = (state: EditorState, pos: number, side: -1 | 0 | 1): Tooltip | null => {
    const project = look(state), found = project.entryAt(file, pos, side);
    return found ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: aboutElement(found.entry, project) }) } : null;
  };
  return [
    autocompletion({ override: [names, others, ifNotIn(texts, scopeCompletionSource(globals))], icons: false, maxRenderedOptions: 60 }),
    hoverTooltip((view, pos, side) => about(view.state, pos, side), { hoverTime: 250 }),
    explained,
    keymap.of([
      { key: "F1", preventDefault: true, run: (view) => {
        const { head } = view.state.selection.main;
        const tooltip = about(view.state, head, 1) ?? about(view.state, head, -1);
        view.dispatch({ effects: explain.of(tooltip) });
        return true;
      } },
      { key: "Escape", run: (view) => {
        if (!view.state.field(explained)) return false;
        view.dispatch({ effects: explain.of(null) });
        return true;
      } },
    ]),
  ];
}

const explain = StateEffect.define<Tooltip | null>();

/** What F1 has explained, until the cursor moves. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(explain)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function complete(project: Project, file: string, context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w$]*/), from = word?.from ?? context.pos;
  const members = project.membersAt(file, context.pos);
  if (members) {
    const hidden = context.state.sliceDoc(from, context.pos).startsWith("_");
    const options = members.filter(({ name }) => hidden || !name.startsWith("_")).map((entry) => optionOf(entry, project));
    return options.length > 0 ? { from, options, validFor: /^[\w$]*$/ } : null;
  }
  if (!context.explicit && from === context.pos) return null;
  return { from, options: project.namesAt(file, context.pos).map((entry) => optionOf(entry, project)), validFor: /^[\w$]*$/ };
}

/** A source that has nothing to say after a point. */
const notMember = (source: CompletionSource): CompletionSource => (context) => {
  const word = context.matchBefore(/\.?[\w$]*/);
  return word?.text.startsWith(".") || (!context.explicit && !word?.text) ? null : source(context);
};

const optionOf = (entry: Entry, project: Project): Completion => ({ label: entry.name, type: entry.kind, info: () => aboutElement(entry, project) });

/** A name explained: how it is declared, what its comment says, and what the types mean. */
function aboutElement(entry: Entry, project: Project): HTMLElement {
  const { doc } = entry;
  const params = doc.params.filter(({ text }) => text !== "");
  const rows = params.flatMap(({ name, text }) => [h("dt", {}, name), h("dd", {}, text)]);
  if (doc.returns?.text) rows.push(h("dt", {}, "gives"), h("dd", {}, doc.returns.text));
  return h("div", { class: "about", role: "status" },
    h("code", {}, entry.signature()),
    ...doc.text.split("\n\n").filter((text) => text !== "").map((text) => h("p", {}, text)),
    rows.length > 0 && h("dl", {}, ...rows),
    ...project.meanings(entry).map(({ name, text }) => h("code", { class: "meaning" }, `${name} = ${text}`)));
}
