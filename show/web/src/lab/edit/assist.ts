// Completes and explains names while code is written, from what the files themselves say.
import {
  autocompletion,
  completeFromList,
  ifNotIn,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { scopeCompletionSource, snippets } from "@codemirror/lang-javascript";
import type { EditorState, Extension } from "@codemirror/state";
import { h } from "../../ui/dom";
import { aboutElement, explain, type About } from "./explain";
import type { Entry } from "./names/names";
import type { Project } from "./names/project";

/** Syntax nodes in which nothing is completed. */
const texts = ["TemplateString", "String", "RegExp", "LineComment", "BlockComment", "VariableDefinition"];
const keywords =
  "async await break case catch class const continue default delete do else export extends false finally for function if in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield";
const {
  Math,
  JSON,
  Number,
  String,
  Object,
  Array,
  Map,
  Set,
  Promise,
  Date,
  console,
  Infinity,
  NaN,
  parseInt,
  parseFloat,
  structuredClone,
} = globalThis;
const globals = {
  Math,
  JSON,
  Number,
  String,
  Object,
  Array,
  Map,
  Set,
  Promise,
  Date,
  console,
  Infinity,
  NaN,
  parseInt,
  parseFloat,
  structuredClone,
};
const words: readonly Completion[] = [
  ...snippets,
  ...keywords.split(" ").map((label) => ({ label, type: "keyword", boost: -1 })),
];

/** Completion, and explanations at the pointer or with F1. look returns the current project. */
export function assist(file: string, look: (state: EditorState) => Project): Extension {
  const names = ifNotIn(texts, (context) => complete(look(context.state), file, context));
  const others = ifNotIn(texts, notMember(completeFromList(words)));
  const about: About = (state, pos, side) => {
    const project = look(state);
    const found = project.entryAt(file, pos, side);
    return found
      ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: aboutEntry(found.entry, project) }) }
      : null;
  };
  return [
    autocompletion({
      override: [names, others, ifNotIn(texts, scopeCompletionSource(globals))],
      icons: false,
      maxRenderedOptions: 60,
    }),
    explain(about),
  ];
}

function complete(project: Project, file: string, context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w$]*/);
  const from = word?.from ?? context.pos;
  const members = project.membersAt(file, context.pos);
  if (members) {
    const hidden = context.state.sliceDoc(from, context.pos).startsWith("_");
    const options = members
      .filter(({ name }) => hidden || !name.startsWith("_"))
      .map((entry) => optionOf(entry, project));
    return options.length > 0 ? { from, options, validFor: /^[\w$]*$/ } : null;
  }
  if (!context.explicit && from === context.pos) return null;
  return {
    from,
    options: project.namesAt(file, context.pos).map((entry) => optionOf(entry, project)),
    validFor: /^[\w$]*$/,
  };
}

/** Wraps a source of completions so that it offers nothing after a point. */
const notMember =
  (source: CompletionSource): CompletionSource =>
  (context) => {
    const word = context.matchBefore(/\.?[\w$]*/);
    return word?.text.startsWith(".") || (!context.explicit && !word?.text) ? null : source(context);
  };

const optionOf = (entry: Entry, project: Project): Completion => ({
  label: entry.name,
  type: entry.kind,
  info: () => aboutEntry(entry, project),
});

/** Explains a name: its declaration, its comment, and the types in them. */
function aboutEntry(entry: Entry, project: Project): HTMLElement {
  const { doc } = entry;
  const params = doc.params.filter(({ text }) => text !== "");
  const rows = params.flatMap(({ name, text }) => [h("dt", {}, name), h("dd", {}, text)]);
  if (doc.returns?.text) rows.push(h("dt", {}, "gives"), h("dd", {}, doc.returns.text));
  return aboutElement(
    h("code", {}, entry.signature()),
    ...doc.text
      .split("\n\n")
      .filter((text) => text !== "")
      .map((text) => h("p", {}, text)),
    rows.length > 0 && h("dl", {}, ...rows),
    ...project.meanings(entry).map(({ name, text }) => h("code", { class: "meaning" }, `${name} = ${text}`)),
  );
}
