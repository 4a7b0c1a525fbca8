// The whole page: settings, keys, the address, dialogs, and which match is shown.
import { formatAddress, parseAddress, setAddress, type Address } from "./address";
import { Catalog } from "../list/catalog";
import { openEmbedded } from "../source/embedded";
import { makeHelp } from "./help";
import { commandOf, needsKey, type Command } from "./keys";
import { MatchList } from "../list/matches";
import { MatchView, type Host } from "../match/matchview";
import { Notice } from "./notice";
import { openMatch } from "../source/server";
import { loadSettings, saveSettings, type Settings } from "./settings";
import type { Source } from "../source/source";
import { applyTheme, isDark, nextTheme, onSystemTheme } from "./theme";

const addressEvery = 500; // milliseconds; browsers refuse too many changes
const noticeTime = 4000; // milliseconds
const stayAtEnd = 3000; // milliseconds that a projector shows the standings of an ended match before the next one

export class Page implements Host {
  readonly settings: Settings = loadSettings();
  me = -1;
  projector = false;
  /** The secret of the seat that is played here. */
  seat: string | undefined;

  private readonly motion = matchMedia("(prefers-reduced-motion: reduce)");
  private readonly help = makeHelp();
  private readonly list = new MatchList((id) => void this.choose(id, undefined));
  private catalog: Catalog | undefined;
  private view: MatchView | undefined;
  private id: string | undefined;
  private writing: ReturnType<typeof setTimeout> | undefined;
  private written = "";
  private resting = false; // the match ended just now
  private offered: string | undefined; // the match that the reader was told of
  private readonly notice = new Notice();

  constructor(private readonly root: HTMLElement) {
    root.append(this.help, this.list.element, this.notice.element);
    onSystemTheme(() => this.changed());
    this.motion.addEventListener("change", () => this.changed());
    window.addEventListener("hashchange", () => this.read());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {
      // After a click the keys are those of the page again.
      if (event.detail > 0 && event.target instanceof Element) event.target.closest("button")?.blur();
    });
    document.addEventListener("dblclick", () => this.projector && this.run({ name: "projector" }));
    document.addEventListener("visibilitychange", () => this.view?.refresh());
    this.take(parseAddress(location.hash));
    if (new URLSearchParams(location.search).has("projector")) this.setProjector(true);
    applyTheme(this.settings.theme);
  }

  get dark(): boolean {
    return isDark(this.settings.theme);
  }

  /** The reader wants nothing to move by itself. */
  get still(): boolean {
    return this.motion.matches;
  }

  /** Opens what there is to see. */
  async open(): Promise<void> {
    const address = parseAddress(location.hash);
    try {
      const embedded = await openEmbedded();
      if (embedded) return this.show(embedded, address.turn);
    } catch {
      return this.say("The match in this page cannot be read: it is damaged, or the browser is too old.");
    }
    this.catalog = new Catalog(() => this.listed());
    await this.openCatalog(this.catalog);
    this.catalog.follow(true);
    const { matches, first, projector } = this.catalog;
    if (projector) this.setProjector(true);
    const known = matches.find((match) => match.id === address.match);
    if (known) return this.choose(known.id, address.turn);
    if (first) await this.choose(first.id, undefined);
    if (address.match !== undefined) this.say("The match of this address is not here any more.");
    else if (!first) this.say("Waiting for the first match…");
    if (matches.length > 1 && !first?.live && !this.projector) this.run({ name: "matches" });
  }

  run(command: Command): void {
    switch (command.name) {
      case "danger":
      case "covers":
      case "coordinates":
      case "patterns":
      case "labels":
        this.settings[command.name] = !this.settings[command.name];
        break;
      case "theme":
        this.settings.theme = nextTheme(this.settings.theme);
        this.say(`Theme: ${this.settings.theme === "auto" ? "as the system" : this.settings.theme}`);
        break;
      case "me": {
        const players = this.view?.source.header.players.length ?? 0;
        this.me = this.me + 1 >= players ? -1 : this.me + 1;
        break;
      }
      case "projector": this.setProjector(!this.projector); break;
      case "fullscreen": void this.toggleFull(); break;
      case "help": this.help.showModal(); break;
      case "matches":
        if ((this.catalog?.matches.length ?? 0) === 0) return;
        this.listed();
        this.list.element.showModal();
        break;
      case "escape":
        if (this.projector) this.setProjector(false);
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        break;
      default: return this.view?.run(command);
    }
    this.changed();
  }

  changed(): void {
    applyTheme(this.settings.theme);
    this.view?.refresh();
    this.writing ??= setTimeout(() => {
      this.writing = undefined;
      saveSettings(this.settings);
      this.write();
    }, addressEvery);
  }

  ended(): void {
    this.catalog?.follow(true);
    this.resting = true;
    setTimeout(() => {
      this.resting = false;
      this.followNext();
    }, stayAtEnd);
  }

  private async openCatalog(catalog: Catalog): Promise<void> {
    for (;;) {
      try {
        await catalog.open();
        return this.say("");
      } catch {
        this.say("The server does not answer – trying again");
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  }

  private async choose(id: string, turn: number | undefined): Promise<void> {
    try {
      this.id = id;
      const source = await openMatch(id, (listing) => this.catalog?.take(listing));
      if (this.id === id) this.show(source, turn);
    } catch {
      this.say("This match could not be opened.");
    }
  }

  private show(source: Source, turn: number | undefined): void {
    this.view?.destroy();
    this.catalog?.follow(!source.live);
    this.say("");
    if (this.me >= source.header.players.length) this.me = -1;
    this.view = new MatchView(source, this);
    this.view.topBar.event = this.catalog?.title ?? "";
    this.view.topBar.listed(this.catalog?.matches.length ?? 0);
    this.root.prepend(this.view.element);
    this.view.start(turn);
    this.changed();
  }

  /** Matches began or ended. */
  private listed(): void {
    const matches = this.catalog?.matches ?? [];
    this.list.render(matches, this.id);
    this.view?.topBar.listed(matches.length);
    const first = this.catalog?.first;
    if (this.id === undefined && first) {
      this.say("");
      void this.choose(first.id, undefined);
    } else this.followNext();
  }

  /** Once this match is over: a projector goes on to the one that is live, others are told of it. */
  private followNext(): void {
    const next = this.catalog?.matches.findLast((match) => match.live && match.id !== this.id);
    if (!next || this.view?.source.live) return;
    if (this.projector) {
      if (!this.resting) void this.choose(next.id, undefined);
      return;
    }
    if (this.offered === next.id) return;
    this.offered = next.id;
    this.notice.offer("Another match is live", "Watch", () => void this.choose(next.id, undefined), 2 * noticeTime);
  }

  private setProjector(on: boolean): void {
    this.projector = on;
    document.body.classList.toggle("projector", on);
    if (!on || !this.view) return;
    this.view.playback.follow();
    this.followNext();
  }

  private async toggleFull(): Promise<void> {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      this.say("This browser does not allow full screen here.");
    }
  }

  private say(text: string): void {
    this.notice.say(text, this.view ? noticeTime : 0);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (needsKey(target, event.key)) return;
    const command = commandOf(event, target instanceof HTMLCanvasElement);
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }

  private take(address: Address): void {
    const link = address.match !== undefined || address.turn !== undefined; // a link says all that is on
    this.me = address.me ?? (link ? -1 : this.me);
    for (const name of ["danger", "covers", "coordinates"] as const) {
      this.settings[name] = address[name] ?? (!link && this.settings[name]);
    }
    if (address.projector !== undefined) this.setProjector(address.projector);
    if (address.seat === undefined || address.seat === this.seat) return;
    this.seat = address.seat;
    if (this.id !== undefined) void this.choose(this.id, undefined); // the match with a seat in it
  }

  /** The reader changed the address. */
  private read(): void {
    if (location.hash === this.written) return;
    const address = parseAddress(location.hash);
    this.take(address);
    if (address.match !== undefined && address.match !== this.id && this.catalog) void this.choose(address.match, address.turn);
    else if (address.turn !== undefined) this.view?.jump(address.turn);
    this.changed();
  }

  private write(): void {
    const { danger, covers, coordinates } = this.settings;
    const address: Address = { danger, covers, coordinates, projector: this.projector };
    if (this.id !== undefined) address.match = this.id;
    const turn = this.view?.addressTurn;
    if (turn !== undefined) address.turn = turn;
    if (this.me >= 0) address.me = this.me;
    if (this.seat !== undefined) address.seat = this.seat;
    const hash = formatAddress(address);
    if (hash === this.written) return;
    this.written = hash;
    setAddress(hash);
  }
}
