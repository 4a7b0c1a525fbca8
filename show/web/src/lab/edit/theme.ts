// The look of code. It uses the page's colours, so it is light or dark with the page.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";

const colors = HighlightStyle.define([
  {
    tag: [t.keyword, t.operatorKeyword, t.modifier, t.definitionKeyword, t.moduleKeyword, t.controlKeyword],
    color: "var(--lead)",
  },
  { tag: [t.string, t.special(t.string), t.regexp], color: "var(--good)" },
  { tag: [t.number, t.bool, t.null, t.atom, t.self], color: "var(--chain)" },
  { tag: [t.comment, t.lineComment, t.blockComment, t.docComment], color: "var(--soft)", fontStyle: "italic" },
  {
    tag: [
      t.function(t.variableName),
      t.function(t.propertyName),
      t.definition(t.function(t.variableName)),
      t.className,
    ],
    color: "var(--accent)",
  },
  { tag: t.invalid, color: "var(--alarm)" },
]);

const field = {
  font: "inherit",
  color: "var(--text)",
  background: "var(--panel)",
  border: "1px solid var(--line)",
  borderRadius: "6px",
  padding: "4px 8px",
  margin: "2px",
};

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--panel)", fontSize: "var(--code-size, 13px)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    lineHeight: "1.5",
    overflow: "auto",
  },
  ".cm-content": { caretColor: "var(--text)", padding: "6px 0" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--soft)",
    border: "0",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--raised) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--raised)", color: "var(--text)" },
  ".cm-selectionMatch": { backgroundColor: "var(--tint)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--chain) 28%, transparent)", outline: "0" },
  ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid var(--chain)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--tint)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--alarm)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", fontFamily: "system-ui, sans-serif" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "4px 34px 6px 6px" },
  ".cm-panel.cm-search label": { fontSize: "12.5px", whiteSpace: "nowrap" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)", fontSize: "20px", width: "30px", height: "30px" },
  ".cm-textfield": field,
  ".cm-button": { ...field, backgroundImage: "none", cursor: "pointer" },
  ".cm-button:active": { backgroundImage: "none" },
  "button:focus-visible, input:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    maxWidth: "min(560px, calc(100vw - 16px))",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "16em", minWidth: "200px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionInfo": {
    maxHeight: "40vh",
    overflow: "auto",
    width: "max-content",
    maxWidth: "min(420px, calc(100vw - 16px))",
  },
  ".cm-diagnostic": { borderLeftWidth: "4px", padding: "6px 10px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--alarm)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--alarm)",
    textDecorationSkipInk: "none",
  },
  ".cm-lint-marker-error": { content: "normal" },
  ".cm-lint-marker-error::before": {
    content: "'●'",
    color: "var(--alarm)",
    display: "block",
    textAlign: "center",
    lineHeight: "1.4",
  },
  ".about": {
    padding: "8px 10px",
    fontFamily: "system-ui, sans-serif",
    fontSize: "13px",
    lineHeight: "1.4",
    maxWidth: "520px",
    maxHeight: "40vh",
    overflow: "auto",
  },
  ".about code": {
    display: "block",
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    fontSize: "12.5px",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".about .meaning": { marginTop: "6px", color: "var(--soft)" },
  ".about p": { margin: "6px 0 0" },
  ".about dl": { display: "grid", gridTemplateColumns: "auto 1fr", gap: "2px 10px", margin: "6px 0 0" },
  ".about dt": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" },
  ".about dd": { margin: "0", color: "var(--soft)" },
});

export const theme: Extension = [look, syntaxHighlighting(colors)];
