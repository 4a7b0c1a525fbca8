// A replay file that is dropped on the page or chosen: the server plays it by the rules and shows it.
import { h } from "../ui/dom";
import type { MenuItem } from "../match/menu";

/** Why a page without a server cannot open replays. */
const alone = "This page has no server that knows the rules: open the replay with blastyard watch.";

export interface DropHost {
  /** The match is in the page itself: there is no server. */
  readonly embedded: boolean;
  say(text: string): void;
  /** Shows a match that the server has just added. */
  dropped(id: string): void;
}

export class Drop {
  readonly element = h("div", { class: "drop", "aria-hidden": "true" }, "Drop the replay to see it");
  private readonly input = h("input", {
    type: "file",
    accept: ".blast",
    class: "aside",
    tabindex: "-1",
    "aria-label": "Replay",
  });
  private why = "";
  private over = 0; // the number of nested elements that the dragged file has entered

  constructor(private readonly host: DropHost) {
    this.element.hidden = true;
    this.input.hidden = true;
    document.body.append(this.input);
    this.input.addEventListener("change", () => {
      const file = this.input.files?.[0];
      if (file) void this.take(file);
      this.input.value = "";
    });
    document.addEventListener("dragenter", (event) => this.hold(event, 1));
    document.addEventListener("dragleave", (event) => this.hold(event, -1));
    document.addEventListener("dragover", (event) => {
      if (holdsFile(event)) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault(); // otherwise the browser would leave the page
      this.over = 0;
      this.element.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file) void this.take(file);
    });
  }

  get item(): MenuItem {
    return {
      label: "Open a replay…",
      hint: "Shows a .blast file of this machine; you can drop it on the page, too.",
      disabled: () => (this.host.embedded ? alone : this.why),
      run: () => this.input.click(),
    };
  }

  /** Asks the server whether it accepts replays. */
  async ask(changed: () => void): Promise<void> {
    if (this.host.embedded) return;
    try {
      const response = await fetch("api/drops");
      const { why }: { why: string } = await response.json();
      this.why = response.ok ? why : "This server takes no replays.";
    } catch {
      this.why = "The server does not answer.";
    }
    changed();
  }

  private hold(event: DragEvent, by: number): void {
    if (!holdsFile(event)) return;
    this.over = Math.max(0, this.over + by);
    this.element.hidden = this.over === 0;
  }

  private async take(file: File): Promise<void> {
    const { host } = this;
    if (host.embedded) return host.say(alone);
    host.say(`Opening ${file.name}…`);
    try {
      const response = await fetch(`api/drops?name=${encodeURIComponent(file.name.slice(-100))}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream" },
        body: file,
      });
      const { match, error }: { match?: string; error?: string } = await response.json();
      if (match === undefined) return host.say(`${file.name} cannot be shown: ${error ?? response.statusText}`);
      host.dropped(match);
    } catch {
      host.say(`${file.name} cannot be shown: the server does not answer.`);
    }
  }
}

function holdsFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
