// A replay of this machine: chosen, or dropped on the page.
import type { Bytes } from "../messages";
import { h } from "../../ui/dom";
import { errorText } from "../../ui/format";

export const mostReplay = 16_000_000; // bytes; a long match of many players has less than 1 MB

/** Why a file is not opened; "" where it may be a replay. */
export function refusal(name: string, size: number): string {
  if (size === 0) return `${name} is empty.`;
  return size > mostReplay ? `${name} has more than ${mostReplay / 1e6} MB: that is too much for a replay in the page. blastyard watch shows it.` : "";
}

/** Why bytes are no replay, in a sentence. */
export function noReplay(name: string, problem: unknown): string {
  return `${name} cannot be opened: ${errorText(problem).replace(/^replay: /, "")}.`;
}

/** Whether a name is that of a replay. */
export const isReplayName = (name: string): boolean => /\.blast$/i.test(name);

/** The replay that is dropped, if one is. */
export const droppedReplay = (dropped: DataTransfer | null): File | undefined => [...(dropped?.files ?? [])].find(({ name }) => isReplayName(name));

export interface ReplayHost {
  open(name: string, replay: Bytes): Promise<void>;
  refuse(text: string): void;
}

export class ReplayFile {
  readonly button = h("button", { type: "button", class: "act", title: "A match that was recorded (.blast): look at it, check it, play it on. You can drop it on the page, too." }, "Open replay…");
  readonly input = h("input", { type: "file", accept: ".blast", class: "aside", tabindex: -1, "aria-label": "Replay", hidden: true });

  constructor(private readonly host: ReplayHost) {
    this.button.addEventListener("click", () => this.input.click());
    this.input.addEventListener("change", () => {
      const file = this.input.files?.[0];
      if (file) void this.take(file);
      this.input.value = "";
    });
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault(); // the browser would leave the page
      const file = droppedReplay(event.dataTransfer);
      if (file) void this.take(file);
      else host.refuse("This is no replay (.blast). A bot's folder or zip file is dropped on the code.");
    });
  }

  private async take(file: File): Promise<void> {
    const why = refusal(file.name, file.size);
    if (why) return this.host.refuse(why);
    try {
      await this.host.open(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (problem) {
      this.host.refuse(noReplay(file.name, problem));
    }
  }
}
