// Opens a replay: a file that is chosen or dropped on the page, or a match of the server that the page came from.
import type { Bytes } from "../messages";
import { hasRules } from "../start";
import type { Address } from "../../page/address";
import { fetchFile } from "../../source/server";
import { h } from "../../ui/dom";
import { errorText } from "../../ui/format";

export const mostReplay = 16_000_000; // bytes; even a long match of many players has less than 1 MB

/** Why a file is not opened; "" if it may be a replay. */
export function refusal(name: string, size: number): string {
  if (size === 0) return `${name} is empty.`;
  return size > mostReplay
    ? `${name} has more than ${mostReplay / 1e6} MB: that is too much for a replay in the page. blastyard watch shows it.`
    : "";
}

/** Says in a sentence why bytes are not a replay. */
export function noReplay(name: string, problem: unknown): string {
  return `${name} cannot be opened: ${errorText(problem).replace(/^replay: /, "")}.`;
}

/** Why the match in an address cannot be opened; "" if it can. Only the name of a match at this server is accepted. */
export function noMatch(match: string, file: boolean): string {
  if (file) return "This page is a file and has no matches. Open the replay's file.";
  return /^[\w-]{1,100}$/.test(match) ? "" : "The address names no match.";
}

/** Whether a file's name is that of a replay. */
export const isReplayName = (name: string): boolean => /\.blast$/i.test(name);

/** The replay among dropped files; undefined: there is none. */
export const droppedReplay = (dropped: DataTransfer | null): File | undefined =>
  [...(dropped?.files ?? [])].find(({ name }) => isReplayName(name));

export interface ReplayHost {
  /** Shows a replay at the turn and for the player of an address. */
  open(name: string, replay: Bytes, at: Address): Promise<void>;
  refuse(text: string): void;
}

export class ReplayFile {
  readonly button = h(
    "button",
    {
      type: "button",
      class: "act",
      title: "A match that was recorded (.blast): look at it, check it, play it on. You can drop it on the page, too.",
    },
    "Open replay…",
  );
  readonly input = h("input", {
    type: "file",
    accept: ".blast",
    class: "aside",
    tabindex: -1,
    "aria-label": "Replay",
    hidden: true,
  });

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
      event.preventDefault(); // otherwise the browser would leave the page
      const file = droppedReplay(event.dataTransfer);
      if (file) void this.take(file);
      else host.refuse("This is no replay (.blast). A bot's folder or zip file is dropped on the code.");
    });
  }

  /** Opens the match of this server that an address names, if there is one. */
  async ask(at: Address): Promise<void> {
    if (at.match === undefined) return;
    const why = noMatch(at.match, hasRules());
    if (why) return this.host.refuse(why);
    try {
      const { name, content } = await fetchFile(at.match, "replay");
      await this.take(new File([content], name), at);
    } catch (problem) {
      this.host.refuse(noReplay(at.match, problem));
    }
  }

  private async take(file: File, at: Address = {}): Promise<void> {
    const why = refusal(file.name, file.size);
    if (why) return this.host.refuse(why);
    try {
      await this.host.open(file.name, new Uint8Array(await file.arrayBuffer()), at);
    } catch (problem) {
      this.host.refuse(noReplay(file.name, problem));
    }
  }
}
