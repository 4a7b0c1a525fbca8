// The help: what the keys do, and what the board shows.
import { h, iconButton } from "../ui/dom";
import { isEmbedded } from "../source/embedded";
import { hasRules } from "../lab/start";
import { keyHelp } from "./keys";
import { legendOf } from "../legend";
import type { Header } from "../model";
import { PlayKeys } from "../play/keys";

/** Shows the help: the keys of the page, and those with which a person plays the match that is shown. */
export function openHelp(dialog: HTMLDialogElement, header: Header | undefined): void {
  const keys = header && new PlayKeys(legendOf(header));
  const lines = keys && keys.keys.length > 0 ? keys.help : [];
  const list = h("dl", { class: "hand" });
  for (const [keys, meaning] of lines) {
    const term = h("dt");
    for (const key of keys.split(" ")) term.append(h("kbd", {}, key), " ");
    list.append(term, h("dd", {}, meaning));
  }
  const hand = dialog.querySelector(".hand");
  hand?.replaceChildren(...(lines.length > 0 ? [h("h3", {}, "Playing by hand"), list] : []));
  dialog.showModal();
}

export function makeHelp(): HTMLDialogElement {
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" });
  const list = h("dl");
  for (const [keys, meaning] of keyHelp) {
    const term = h("dt");
    for (const key of keys.split(" "))
      term.append(/^(to|the|board,|…|Tab)$/.test(key) && key !== "Tab" ? `${key} ` : h("kbd", {}, key), " ");
    list.append(term, h("dd", {}, meaning));
  }
  dialog.append(
    h(
      "header",
      {},
      h("h2", { id: "help-title" }, "Keys"),
      iconButton("close", "Close (Esc)", () => dialog.close()),
    ),
    list,
    h("section", { class: "hand" }),
    h(
      "p",
      {},
      "On the board: drag to move it, turn the wheel or pinch to zoom, point at a cell to read what is there. The address holds the turn: a link to it shows the same picture.",
    ),
  );
  if (!isEmbedded() && !hasRules())
    dialog.append(
      h(
        "p",
        {},
        "Rules, commands and all else: ",
        h("a", { href: "docs/", target: "_blank", rel: "noopener" }, "the manual"),
        ".",
      ),
    );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
