// The editor of a bot's files: CodeMirror, with the files as tabs, problems below the code, and the bot's output.
//
// CodeMirror is in a shadow root: there it needs no <style> elements, which the page's policy forbids.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { forceLinting, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { h, setText } from "../../ui/dom";
import { plural } from "../../ui/format";
import type { Files } from "../files";
import type { Print, Problem } from "../output";
import { assist } from "./assist";
import { lineEnds } from "./lineends";
import { Project } from "./names/project";
import { problemMarks, problemsEffect, problemText } from "./problems";
import { Prints } from "./prints";
import { pythonCode } from "./python";
import { theme } from "./theme";

/** What the editor needs of the page. */
export interface EditorHost {
  /** The user has changed a file. */
  changed(): void;
  /** The user wants to see a turn. */
  jump?(turn: number): void;
  /** The user has pressed Ctrl+Enter. */
  run?(): void;
}

/** The hint below a file. */
const hintOf = (name: string): string =>
  `Esc, then Tab leaves the code. ${isCode(name) ? "Ctrl+Space completes, F1 explains the word at the cursor, " : ""}Ctrl+F finds.`;
const isCode = (name: string): boolean => /\.([cm]?js|py)$/.test(name);
const leaving = "Tab now leaves the code.";
let made = 0; // the number of editors made

export class Editor {
  readonly element = h("div", { class: "editor" });
  private readonly tabs = h("div", { class: "editor-tabs", role: "tablist", "aria-label": "Files" });
  private readonly code = h("div", { class: "editor-code", role: "tabpanel" });
  private readonly hint = h("p", { class: "editor-hint", role: "status" });
  private readonly list = h("ul", { class: "editor-problems", "aria-label": "Problems" });
  private readonly printed: Prints;
  private readonly project = new Project();
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>(); // the states of the files that are not shown
  private readonly scrolled = new Map<string, ReturnType<EditorView["scrollSnapshot"]>>();
  private readonly id = `editor-${++made}`;
  private names: readonly string[] = [];
  private shown = "";
  private known: readonly Problem[] = [];

  constructor(private readonly host: EditorHost) {
    this.printed = new Prints((turn) => host.jump?.(turn));
    this.code.id = `${this.id}-code`;
    const root = this.code.attachShadow({ mode: "open" });
    this.view = new EditorView({ root, parent: root, state: EditorState.create() });
    this.view.scrollDOM.setAttribute("role", "group"); // it can take the focus, so it needs a name
    this.view.scrollDOM.setAttribute("aria-label", "Code");
    // Keys belong to the code here, not to the page around it.
    this.code.addEventListener("keydown", (event) => event.stopPropagation());
    this.tabs.addEventListener("keydown", (event) => this.moveTab(event));
    this.list.hidden = true;
    this.element.append(this.tabs, this.code, this.hint, this.list, this.printed.element);
  }

  /** All files in their present state. */
  get files(): Files {
    return Object.fromEntries(this.names.map((name) => [name, this.text(name)]));
  }

  /** Replaces all files, and forgets the undo history. */
  set files(files: Files) {
    const before = this.shown;
    this.names = inOrder(Object.keys(files));
    this.states.clear();
    this.scrolled.clear();
    this.known = [];
    for (const name of this.names) this.states.set(name, this.stateOf(name, files[name] ?? ""));
    this.shown = "";
    this.tabs.replaceChildren(...this.names.map((name) => this.tab(name)));
    const [first] = this.names;
    if (this.names.includes(before)) this.open(before);
    else if (first !== undefined) this.open(first);
    else this.view.setState(EditorState.create());
    this.drawProblems();
  }

  /** Shows a file, at a line if one is given. */
  show(file: string, line?: number): void {
    if (!this.names.includes(file)) return;
    this.open(file);
    if (line === undefined) return;
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(1, Math.trunc(line) || 1), doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.focus();
  }

  /** Shows the problems of a run, in place of the earlier ones. */
  problems(list: readonly Problem[]): void {
    this.known = list.slice(0, 100);
    for (const [name, state] of this.states)
      this.states.set(name, state.update({ effects: this.problemsOf(name) }).state);
    this.view.dispatch({ effects: this.problemsOf(this.shown) });
    forceLinting(this.view);
    this.drawProblems();
  }

  /** Shows the bot's output, and marks the turn that is shown. */
  prints(lines: readonly Print[], turn: number): void {
    this.printed.show(lines, turn);
  }

  focus(): void {
    this.view.focus();
  }

  private text(name: string): string {
    const state = name === this.shown ? this.view.state : this.states.get(name);
    return state?.doc.toString() ?? "";
  }

  private problemsOf(name: string) {
    return problemsEffect(this.known.filter(({ file }) => file === name));
  }

  private open(name: string): void {
    if (name === this.shown) return;
    const focused = this.view.hasFocus;
    if (this.shown !== "") {
      this.states.set(this.shown, this.view.state);
      this.scrolled.set(this.shown, this.view.scrollSnapshot());
    }
    this.shown = name;
    this.view.setState(this.states.get(name) ?? EditorState.create());
    this.states.delete(name);
    this.view.setTabFocusMode(false);
    setText(this.hint, hintOf(name));
    const place = this.scrolled.get(name);
    if (place) this.view.dispatch({ effects: place });
    if (focused) this.view.focus();
    for (const tab of this.tabs.children) {
      const selected = tab.getAttribute("data-file") === name;
      tab.setAttribute("aria-selected", String(selected));
      tab.setAttribute("tabindex", selected ? "0" : "-1");
      if (selected) {
        this.code.setAttribute("aria-labelledby", tab.id);
        tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  private stateOf(name: string, text: string): EditorState {
    const code = /\.[cm]?js$/.test(name)
      ? this.script(name)
      : name.endsWith(".py")
        ? [pythonCode(name, () => this.files), problemMarks]
        : [];
    return EditorState.create({ doc: text, extensions: [this.common(name), code] });
  }

  /** The extensions that all files have. */
  private common(name: string): Extension {
    return [
      Prec.high(
        keymap.of([
          { key: "Mod-Enter", run: () => this.run() },
          { key: "Mod-s", preventDefault: true, run: () => true }, // otherwise the browser would save the page
        ]),
      ),
      lineNumbers(),
      highlightSpecialChars(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      bracketMatching(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": `Text of ${name}`,
        "aria-description": hintOf(name),
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
        autocorrect: "off",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.host.changed();
      }),
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          if (!["Escape", "Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) this.tabLeaves(view, false);
        },
        blur: (_, view) => this.tabLeaves(view, false),
      }),
      theme,
      keymap.of([
        ...closeBracketsKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...lintKeymap,
        ...completionKeymap,
        ...lineEnds,
        ...defaultKeymap,
        indentWithTab,
      ]),
      Prec.lowest(keymap.of([{ key: "Escape", run: (view) => this.tabLeaves(view, true) }])),
    ];
  }

  private script(name: string): Extension {
    const look = (state: EditorState): Project => {
      this.project.update({ ...this.files, [name]: state.doc.toString() });
      return this.project;
    };
    return [javascript(), closeBrackets(), indentOnInput(), assist(name, look), problemMarks];
  }

  private run(): boolean {
    this.host.run?.();
    return this.host.run !== undefined;
  }

  /** Sets whether Tab leaves the code or indents; returns true, as a command of CodeMirror does. */
  private tabLeaves(view: EditorView, leaves: boolean): boolean {
    view.setTabFocusMode(leaves);
    setText(this.hint, leaves ? leaving : hintOf(this.shown));
    return true;
  }

  private tab(name: string): HTMLElement {
    const tab = h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${this.id}-tab-${this.names.indexOf(name)}`,
        "aria-controls": this.code.id,
        "aria-selected": "false",
        "data-file": name,
        tabindex: -1,
      },
      h("span", {}, name),
      h("span", { class: "badge", hidden: true }),
    );
    tab.addEventListener("click", () => this.open(name));
    return tab;
  }

  private moveTab(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { names } = this;
    const next = names[(names.indexOf(this.shown) + by + names.length) % names.length];
    if (next === undefined) return;
    this.open(next);
    this.tabs.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  /** Shows the problems as text, and their number at each file. */
  private drawProblems(): void {
    this.list.hidden = this.known.length === 0;
    this.list.replaceChildren(...this.known.map((problem) => this.problem(problem)));
    for (const tab of this.tabs.children) {
      const badge = tab.querySelector(".badge");
      const n = this.known.filter(({ file }) => file === tab.getAttribute("data-file")).length;
      if (!(badge instanceof HTMLElement)) continue;
      badge.hidden = n === 0;
      badge.textContent = n === 0 ? "" : String(n);
      badge.title = n === 0 ? "" : plural(n, "problem");
    }
  }

  private problem(problem: Problem): HTMLElement {
    const { file, line } = problem;
    const words = problemText(problem);
    if (!this.names.includes(file) || !(line >= 1))
      return h("li", {}, h("span", {}, file ? `${file}: ${words}` : words));
    const button = h(
      "button",
      { type: "button", title: "Go to the line" },
      h("span", { class: "place" }, `${file}:${line}`),
      " ",
      words,
    );
    button.addEventListener("click", () => this.show(file, line));
    return h("li", {}, button);
  }
}

/** Orders names: the bot first, then other scripts, then the rest, each group by name. */
function inOrder(names: readonly string[]): string[] {
  const isScript = (name: string): boolean => /\.(js|py)$/.test(name) && !/\.test\.js$|^test_/.test(name);
  const rank = (name: string): number =>
    /^bot\.(js|py)$/.test(name) ? 0 : name.includes("/") ? 3 : isScript(name) ? 1 : 2;
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
