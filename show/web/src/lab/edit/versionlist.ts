// The list of earlier versions. Each one can be restored, named, saved or removed.
import { saveFile } from "../../share/copy";
import { h, setText } from "../../ui/dom";
import { zip } from "./archive";
import type { Files } from "../files";
import { folderOf, titleOf, type Version, type Versions } from "./versions";

/** What the list needs of the page. */
export interface VersionHost {
  readonly game: string;
  /** Opens these files in the editor. */
  restore(files: Files): void;
}

export class VersionList {
  readonly element = h("section", { class: "versions", "aria-label": "Earlier versions" });
  private readonly note = h("p", { class: "versions-note", role: "status" });
  private readonly list = h("ol");
  private renamed = ""; // id of the version whose name is being edited; "": none
  private doubted = ""; // id of the version whose removal waits for confirmation; "": none

  constructor(
    private readonly versions: Versions,
    private readonly host: VersionHost,
  ) {
    this.element.append(this.note, this.list);
    versions.watch(() => {
      if (this.renamed === "") this.draw(); // do not replace a field that is being edited
    });
    this.draw();
  }

  /** Shows the versions in their present state. */
  draw(): void {
    const all = this.versions.list(this.host.game);
    const passing = this.versions.passing
      ? `This browser keeps no versions (${this.versions.passing}): they are gone when the page is closed.`
      : "";
    setText(this.note, passing || (all.length === 0 ? "Each version that you run is kept here." : ""));
    this.note.hidden = this.note.textContent === "";
    const held = document.activeElement;
    const label = this.list.contains(held) ? held?.getAttribute("aria-label") : undefined;
    const id = held?.closest("[data-id]")?.getAttribute("data-id") ?? "";
    this.list.replaceChildren(...all.map((version) => this.row(version)));
    if (!label || this.focus(id, label.split(":", 1)[0] ?? "")) return;
    (this.list.querySelector("button") ?? this.element.closest("dialog")?.querySelector("button"))?.focus();
  }

  private row(version: Version): HTMLElement {
    const { id, result, files } = version;
    const time = new Date(version.time);
    const label = titleOf(version);
    const act = (text: string, run: () => void): HTMLElement => {
      const button = h("button", { type: "button", class: "chip", "aria-label": `${text}: ${label}` }, text);
      button.addEventListener("click", run);
      return button;
    };
    const head = id === this.renamed ? this.nameForm(version) : h("strong", {}, label);
    return h(
      "li",
      { "data-id": id },
      h(
        "div",
        { class: "versions-about" },
        head,
        h("time", { datetime: time.toISOString() }, timeText(time)),
        result !== "" && h("span", { class: "result" }, result),
      ),
      h(
        "div",
        { class: "versions-acts" },
        act("Restore", () => this.host.restore({ ...files })),
        act("Rename", () => this.rename(id)),
        act("Save as file", () => saveFile(`${folderOf(label)}.zip`, zip(files, folderOf(label)))),
        id === this.doubted
          ? act("Really remove", () => void this.versions.remove(id))
          : act("Remove", () => this.doubt(id)),
      ),
    );
  }

  /** A field for the name; Enter accepts it, Escape cancels. */
  private nameForm({ id, name }: Version): HTMLElement {
    const field = h("input", {
      type: "text",
      value: name,
      maxlength: 100,
      "aria-label": "Name of the version",
      placeholder: "Name",
    });
    const form = h("form", {}, field, h("button", { type: "submit", class: "chip" }, "OK"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.renamed = "";
      void this.versions.rename(id, field.value).then(() => this.focus(id, "Rename"));
    });
    form.addEventListener("keydown", (event) => {
      event.stopPropagation(); // keys are letters here, not commands
      if (event.key !== "Escape") return;
      this.renamed = "";
      this.draw();
      this.focus(id, "Rename");
    });
    return form;
  }

  private rename(id: string): void {
    this.renamed = id;
    this.draw();
    this.list.querySelector("input")?.select();
  }

  private doubt(id: string): void {
    this.doubted = id;
    this.draw();
    this.focus(id, "Really remove");
  }

  /** Moves the focus to a button of a version; false: there is no such button. */
  private focus(id: string, text: string): boolean {
    const button = this.list.querySelector<HTMLElement>(`[data-id="${id}"] [aria-label^="${text}"]`);
    button?.focus();
    return button !== null;
  }
}

const timeText = (time: Date): string => time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
