// The messages of a bot in a turn, byte by byte: what it received and what it answered. They can be viewed, copied and
// saved.
import { byLetter, markOf, type Header } from "../model";
import { fetchText } from "../source/server";
import { isEmbedded } from "../source/embedded";
import { copyText, namePart, saveFile } from "../share/copy";
import { h, iconButton } from "../ui/dom";
import { playerName } from "../match/scene";

interface Messages {
  turn: number;
  player: number;
  sent: Text[];
  answer: Text | null;
  notes: string[];
}

interface Text {
  name: string;
  text: string;
}

/** What the dialog needs of the page. */
export interface MessageHost {
  readonly id: string | undefined;
  readonly header: Header;
  readonly turn: number;
  readonly newest: number;
  readonly me: number;
}

const noServer = "This page is a file that holds no messages: open the replay (.blast) with 'blastyard watch'.";

export class MessageDialog {
  readonly element = h("dialog", { class: "messages", "aria-labelledby": "messages-title" });
  private readonly who = h("select", { "aria-label": "Player" });
  private readonly turn = h("input", { type: "number", min: 0, "aria-label": "After turn" });
  private readonly pretty = h("input", { type: "checkbox" });
  private readonly notes = h("ul", { class: "notes" });
  private readonly texts = h("div", { class: "texts" });
  private readonly status = h("p", { role: "status" });
  private asked = 0; // number of the newest request; answers to older ones are ignored
  private shown: Messages | undefined;

  constructor(private readonly host: MessageHost) {
    this.pretty.checked = true;
    this.who.addEventListener("change", () => void this.load());
    this.turn.addEventListener("change", () => void this.load());
    this.pretty.addEventListener("change", () => this.render());
    const step = (by: number): void => {
      this.turn.value = String(Math.max(0, Math.min(host.newest, Number(this.turn.value) + by)));
      void this.load();
    };
    this.element.append(
      h(
        "header",
        {},
        h("h2", { id: "messages-title" }, "Messages of a turn"),
        iconButton("close", "Close (Esc)", () => this.element.close()),
      ),
      h(
        "div",
        { class: "bar" },
        h("label", {}, "Sent to ", this.who),
        h("label", {}, " after turn ", this.turn),
        iconButton("back", "Turn before", () => step(-1)),
        iconButton("forward", "Turn after", () => step(1)),
        h("label", { class: "pretty" }, this.pretty, " Indented"),
      ),
      this.notes,
      this.status,
      this.texts,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  /** Why there are no messages to show, as far as it is known; else "". */
  get reason(): string {
    return isEmbedded() || this.host.id === undefined ? noServer : "";
  }

  open(): void {
    const { header, me, turn } = this.host;
    const before = this.who.value;
    const order = byLetter(header);
    this.who.replaceChildren(
      ...order.map((player) =>
        h("option", { value: player }, `${markOf(header, player)} ${playerName(header, player)}`),
      ),
    );
    this.who.value = header.players[me] ? String(me) : before || String(order[0] ?? 0);
    this.turn.max = String(this.host.newest);
    this.turn.value = String(turn);
    this.element.showModal();
    void this.load();
  }

  private async load(): Promise<void> {
    const { id } = this.host;
    const question = ++this.asked;
    if (id === undefined) return;
    this.status.textContent = "Asking the server…";
    try {
      const text = await fetchText(
        `api/matches/${encodeURIComponent(id)}/messages/${Number(this.turn.value)}/${this.who.value}`,
      );
      if (question !== this.asked) return;
      const messages: Messages = JSON.parse(text);
      this.shown = messages;
      this.status.textContent = "";
    } catch (problem) {
      if (question !== this.asked) return;
      this.shown = undefined;
      this.status.textContent = problem instanceof Error ? problem.message : "The server does not answer.";
    }
    this.render();
  }

  private render(): void {
    const { shown } = this;
    this.notes.replaceChildren(...(shown?.notes ?? []).map((note) => h("li", {}, note)));
    const parts: HTMLElement[] = [];
    for (const text of shown?.sent ?? []) parts.push(this.part(`Sent: ${text.name}`, text));
    if (shown?.answer) parts.push(this.part("Answered, and played in the next turn", shown.answer));
    this.texts.replaceChildren(...parts);
  }

  private part(title: string, { name, text }: Text): HTMLElement {
    const copy = h("button", { type: "button", class: "chip" }, "Copy");
    const save = h("button", { type: "button", class: "chip" }, "Save");
    copy.addEventListener("click", () => void this.copy(name, text));
    save.addEventListener("click", () => saveFile(this.fileName(name), new Blob([text])));
    const body = h("pre", { tabindex: 0, "aria-label": title }, this.pretty.checked ? indented(text) : text);
    return h("section", {}, h("div", { class: "part-head" }, h("h3", {}, title), copy, save), body);
  }

  /** Copies the bytes as they were sent, not as they are shown. */
  private async copy(name: string, text: string): Promise<void> {
    try {
      await copyText(text);
      this.status.textContent = `Copied: ${name}`;
    } catch {
      this.status.textContent = "This browser does not let the page copy: save it instead.";
    }
  }

  /** The name of a file, with the match, the turn and the player. */
  private fileName(name: string): string {
    const match = namePart(this.host.id ?? "match");
    return name.startsWith("turn")
      ? `${match}-${name}`
      : `${match}-turn${this.shown?.turn}-player${this.shown?.player}-${name}`;
  }
}

/** Formats JSON with indentation; other text is returned unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
