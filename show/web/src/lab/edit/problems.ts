// Problems of the code: those that a run has reported, and syntax errors.
import { ensureSyntaxTree, language } from "@codemirror/language";
import { linter, lintGutter, type Diagnostic } from "@codemirror/lint";
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import type { Problem } from "../output";

const setProblems = StateEffect.define<readonly Problem[]>();

/** The problems that a run has reported in this file. Changing a line removes its problem until the next run. */
const ofRun = StateField.define<readonly Diagnostic[]>({
  create: () => [],
  update(diagnostics, { effects, changes, docChanged, startState, state }) {
    for (const effect of effects)
      if (effect.is(setProblems))
        return effect.value.filter(({ line }) => line >= 1).map((problem) => diagnosticOf(state, problem));
    if (!docChanged) return diagnostics;
    return diagnostics
      .filter(({ from, to }) => !changes.touchesRange(startState.doc.lineAt(from).from, startState.doc.lineAt(to).to))
      .map((diagnostic) => ({
        ...diagnostic,
        from: changes.mapPos(diagnostic.from, 1),
        to: changes.mapPos(diagnostic.to, -1),
      }));
  },
});

export const problemsEffect = (problems: readonly Problem[]): StateEffect<readonly Problem[]> =>
  setProblems.of(problems);

export const problemMarks: Extension = [
  ofRun,
  linter((view) => [...view.state.field(ofRun), ...unreadable(view.state)], {
    delay: 400,
    needsRefresh: (update) =>
      update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setProblems))),
  }),
  lintGutter(),
];

/** The text of a problem, with its turn. */
export const problemText = ({ text, turn }: Problem): string => (turn === undefined ? text : `${text} (turn ${turn})`);

function diagnosticOf({ doc }: EditorState, problem: Problem): Diagnostic {
  const line = doc.line(Math.min(Math.max(1, Math.trunc(problem.line) || 1), doc.lines));
  const indent = /^\s*/.exec(line.text)?.[0].length ?? 0;
  const column = problem.column >= 1 && problem.column <= line.length ? Math.trunc(problem.column) - 1 : -1;
  const length = column < 0 ? 0 : Math.max(1, /^[\w$]+/.exec(line.text.slice(column))?.[0].length ?? 1);
  const [from, to] = column < 0 ? [line.from + indent, line.to] : [line.from + column, line.from + column + length];
  return { from, to, severity: "error", message: problemText(problem) };
}

/** The first syntax error. */
function unreadable(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  const title = state.facet(language)?.name === "python" ? "Python" : "JavaScript";
  ensureSyntaxTree(state, state.doc.length, 200)?.iterate({
    // an incomplete construct is marked at its end
    enter({ type, from, to }) {
      if (type.isError && found.length === 0) {
        const rest = state.sliceDoc(Math.min(from, to), to + 20).trimStart();
        const what = rest === "" ? "the end" : `'${/^(?:[\w$]+|\S)/.exec(rest)?.[0] ?? ""}'`;
        found.push({
          from,
          to: Math.min(Math.max(to, from + 1), state.doc.length),
          severity: "error",
          message: `This cannot be read as ${title}: ${what} is not expected here.`,
        });
      }
      return found.length === 0;
    },
  });
  return found;
}
