// The whole page: settings, keys, the address, dialogs, and the match that is shown.
import { formatAddress, parseAddress, setAddress, type Address } from "./address";
import { Catalog } from "../list/catalog";
import { addDebugItems } from "../match/debug";
import { isEmbedded, openEmbedded } from "../source/embedded";
import { changeDisplay } from "./display";
import { Drop } from "./drop";
import { makeHelp, openHelp } from "./help";
import { commandOf, needsKey, type Command } from "./keys";
import type { Listed } from "../list/listing";
import type { Lobby } from "../list/lobby";
import { LobbyView } from "./lobbyview";
import { MatchList } from "../list/matches";
import { SeriesBoard } from "../panels/seriesboard";
import { Watched } from "../list/watched";
import { MatchView, type Host } from "../match/matchview";
import { Notice } from "./notice";
import { Projector, type Screen } from "./projector";
import { fetchJSON, isGone, openMatch } from "../source/server";
import type { Running } from "../lab/client";
import { LabBrancher, ServerBrancher, type Branched, type Brancher } from "../play/brancher";
import { SeatClient, type PersonClient } from "../play/client";
import { dropSeat, keepSeat, keptSeat, seatKnown, Seats } from "./seat";
import { loadSettings, saveSettings, type Settings } from "./settings";
import type { Series } from "../list/series";
import { FileItems } from "../share/files";
import { linkItems } from "../share/links";
import { namePart } from "../share/copy";
import { embeddedReplay, PlayedReplay, type Held } from "../source/held";
import type { Origin, Source } from "../source/source";
import { OwnStreams } from "../stream/own";
import { sharedStreams } from "../stream/shared";
import { addressTurn, isOver } from "../state/match";
import type { Streams } from "../stream/topics";
import { applyTheme, isDark, onSystemTheme } from "./theme";
import { errorText } from "../ui/format";
import { Media } from "../ui/media";

const addressEvery = 500; // milliseconds; browsers reject too many changes
const noticeTime = 4000; // milliseconds
const mostAwaited = 10; // matches of a live series that may be over before they are shown

/** A match that is not at a server, but in the page. */
interface Inside {
  held: Held;
  /** The seat that is played here; undefined: none. */
  person?: PersonClient | undefined;
  /** The match from which it was played on. */
  before?: { source: Source; inside: Inside };
}

export class Page implements Host, Screen {
  readonly settings: Settings = loadSettings();
  me = -1;
  plays = false;
  view: MatchView | undefined;
  id: string | undefined;
  catalog: Catalog | undefined;
  /** The secret of the seat that is played here; undefined: none. */
  seat: string | undefined = keptSeat();
  private inside: Inside | undefined;
  private readonly seats = new Seats();
  private invited = false; // the address contained the secret

  private readonly motion = new Media("(prefers-reduced-motion: reduce)");
  private readonly help = makeHelp();
  private readonly list = new MatchList(this);
  private readonly board = new SeriesBoard();
  private readonly lobby = new LobbyView();
  private readonly watched = new Watched();
  private readonly drop = new Drop({
    embedded: isEmbedded(),
    say: (text) => this.say(text),
    dropped: (id) => void this.openDropped(id),
  });
  /** The page is in a frame of another page: lists are not shown. */
  private readonly framed = new URLSearchParams(location.search).has("embed");
  private choices = 0; // how often a match was chosen; older choices are ignored
  private awaits = 0; // how many live matches may still be chosen because a live series was opened
  private opening = false; // the match that was chosen last is not shown yet
  private writing: ReturnType<typeof setTimeout> | undefined;
  private known = location.hash; // the address's fragment as last read or written
  private tells = false; // the address asks for the decisive moments
  private gone: string | undefined; // id of a match that is shown, but that the server does not have any more
  private own: OwnStreams | undefined;
  private offered: string | undefined; // id of the match in the last offer to the reader
  private readonly notice = new Notice();
  private readonly projecting = new Projector(this);

  constructor(private readonly root: HTMLElement) {
    root.append(
      this.board.element,
      this.lobby.element,
      this.help,
      this.list.element,
      this.notice.element,
      this.drop.element,
    );
    document.body.classList.toggle("embed", this.framed);
    onSystemTheme(() => this.changed());
    this.motion.onChange(() => this.changed());
    window.addEventListener("hashchange", () => this.read());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {
      // After a click on a button, keys belong to the page again.
      if (event.detail > 0 && event.target instanceof Element) event.target.closest("button")?.blur();
    });
    for (const act of ["keydown", "pointerdown"])
      document.addEventListener(act, () => (this.awaits = 0), { capture: true });
    document.addEventListener("dblclick", () => this.projector && this.run({ name: "projector" }));
    document.addEventListener("visibilitychange", () => this.view?.refresh());
    this.take(parseAddress(location.hash));
    if (new URLSearchParams(location.search).has("projector")) this.setProjector(true);
    applyTheme(this.settings.theme);
  }

  get projector(): boolean {
    return this.projecting.on;
  }

  get series(): Series | undefined {
    return this.catalog?.series;
  }

  get person(): PersonClient | undefined {
    if (this.inside) return this.inside.person;
    return this.seat === undefined ? undefined : new SeatClient(this.seat);
  }

  get event(): string {
    return this.catalog?.title ?? "";
  }

  get hiding(): boolean {
    return this.settings.hideResults;
  }

  get seriesHidden(): boolean {
    const { series, catalog } = this;
    if (!this.hiding || !series || !catalog) return false;
    const over = catalog.matches.filter((match) => !match.live);
    return series.played > over.length || over.some((match) => this.hides(match));
  }

  hides(match: Listed): boolean {
    return this.hiding && !match.live && !this.watched.has(match);
  }

  toggleHiding(): void {
    this.run({ name: "hideResults" });
  }

  get alone(): boolean {
    return this.plays;
  }

  get dark(): boolean {
    return isDark(this.settings.theme);
  }

  /** Whether the reader wants no motion. */
  get still(): boolean {
    return this.motion.matches;
  }

  /** Opens the first match, or the lobby. */
  async open(): Promise<void> {
    const address = parseAddress(location.hash);
    try {
      const embedded = await openEmbedded();
      if (embedded) return this.showInside(embedded, { held: embeddedReplay() }, address.turn);
    } catch {
      return this.say("The match in this page cannot be read: it is damaged, or the browser is too old.");
    }
    this.catalog = new Catalog(
      () => this.streams,
      () => this.listed(),
      () => void this.restarted(),
    );
    await this.openCatalog(this.catalog);
    this.catalog.follow(true);
    if (this.seat !== undefined && !this.invited && !(await seatKnown(this.seat))) {
      this.seat = undefined; // it belonged to a server that is gone
      dropSeat();
    }
    const { matches, first, projector } = this.catalog;
    if (projector) this.setProjector(true);
    this.lobby.render(this.lobbyNow, this.catalog.title);
    const { match } = address;
    if (match === undefined && address.turn === undefined && this.series?.live) this.awaits = mostAwaited;
    const may = match !== undefined && this.catalog.mayHave(match);
    if (may) await this.choose(match, address.turn);
    if (this.view) return;
    const replays = this.projector && !first?.live && (this.series?.planned ?? 0) === 0;
    const start = replays ? await this.catalog.oldest() : first?.id;
    if (start !== undefined) await this.choose(start, match === undefined ? address.turn : undefined);
    if (matches.length > 1 && !first?.live && this.awaits === 0 && !this.projector && !this.framed)
      this.run({ name: "matches" });
    if (match !== undefined) this.say("The match of this address is not here any more.");
    else if (start === undefined && !this.lobbyNow?.waiting) this.say("Waiting for the first match…");
  }

  run(command: Command): void {
    if (changeDisplay(this, command)) return this.changed();
    switch (command.name) {
      case "hideResults":
        this.settings.hideResults = !this.settings.hideResults;
        saveSettings(this.settings);
        this.list.redraw();
        this.say(
          this.settings.hideResults
            ? "Results are hidden until you have watched a match to its end"
            : "Results are shown",
        );
        break;
      case "projector":
        this.setProjector(!this.projector);
        break;
      case "fullscreen":
        void this.toggleFull();
        break;
      case "help":
        openHelp(this.help, this.view?.source.header);
        break;
      case "matches":
        if (this.framed) return;
        if ((this.catalog?.matches.length ?? 0) === 0) return;
        void this.list.open();
        break;
      case "escape":
        if (this.projector) this.setProjector(false);
        else if (this.view?.closeFinal()) break;
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        break;
      default:
        return this.view?.run(command);
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
  }

  reached(over: boolean): void {
    const entry = this.view?.source.entry;
    if (over && entry) this.watched.add(entry);
    this.projecting.reached(over);
    if (over) this.followNext();
  }

  showSeries(shown: boolean, over: boolean): void {
    this.board.render(shown && !this.seriesHidden ? this.series : undefined, over, this.dark);
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

  async choose(id: string, turn?: number): Promise<boolean> {
    const mine = ++this.choices;
    this.opening = true;
    try {
      this.id = id;
      this.seat = this.seats.at(id, this.seat);
      const source = await openMatch(id, (listing) => this.catalog?.take(listing), this.streams);
      if (mine !== this.choices) return true; // the reader wants another match, or another turn of it
      this.opening = false;
      this.show(source, turn);
      return true;
    } catch {
      if (mine !== this.choices) return true;
      this.opening = false;
      this.say("This match could not be opened.");
      return false;
    }
  }

  private show(source: Source, turn: number | undefined): void {
    if (source.live) this.awaits = 0;
    this.view?.destroy();
    this.catalog?.follow(!source.live || this.seat === undefined);
    this.say("");
    if (this.me >= source.header.players.length) this.me = -1;
    this.view = new MatchView(source, this);
    this.view.topBar.listed(this.catalog?.matches.length ?? 0);
    this.fillMenu(this.view);
    this.root.prepend(this.view.element);
    this.view.start(turn);
    this.lobby.render(this.lobbyNow, "");
    this.projecting.begin();
    this.tell();
    this.changed();
  }

  private fillMenu(view: MatchView): void {
    const { menu } = view.topBar;
    const page = this;
    const { id, settings } = this;
    const links = linkItems({
      get turn() {
        return view.state.playback.turn;
      },
      get meName() {
        return view.meName;
      },
      link: (me) => this.link(view.state.playback.turn, me),
      say: (text) => this.say(text),
    });
    const files = new FileItems({
      id,
      held: this.inside?.held,
      title: view.source.header.title,
      picture: view.picture,
      get turn() {
        return view.state.playback.turn;
      },
      get newest() {
        return view.source.newest;
      },
      get live() {
        return view.source.live;
      },
      get dark() {
        return page.dark;
      },
      get patterns() {
        return settings.patterns;
      },
      get coordinates() {
        return settings.coordinates;
      },
      jump: (turn) => view.jump(turn),
      say: (text) => this.say(text),
    });
    for (const item of [...links, ...files.items, this.drop.item]) menu.add(item);
    const refresh = (): void => menu.refresh();
    const debug = addDebugItems(view, id, {
      get me() {
        return page.me;
      },
      get missing() {
        return files.missing;
      },
      ask: () => files.ask(refresh),
      brancher: this.brancherOf(view.source),
      back: (origin) => this.back(origin),
    });
    view.element.append(...files.elements, ...debug.elements);
    menu.onOpen = () => {
      void files.ask(refresh);
      void this.drop.ask(refresh);
      debug.opened();
    };
  }

  /** Shows a replay that was dropped on the page. */
  private async openDropped(id: string): Promise<void> {
    await this.catalog?.open();
    await this.choose(id);
  }

  /** Shows a match that is not at a server. */
  private showInside(source: Source, inside: Inside, turn: number | undefined): void {
    this.inside = inside;
    this.show(source, turn);
  }

  /** The brancher that plays on the match that is shown. */
  private brancherOf(source: Source): Brancher {
    const { id, inside } = this;
    if (!inside) return new ServerBrancher(id ?? "", (made, turn) => void this.branched(made, turn));
    return new LabBrancher({
      held: inside.held,
      source,
      say: (text) => this.say(text),
      playing: (running, next, turn) => this.playing(running, next, turn, { source, inside }),
    });
  }

  /**
   * Shows a match that is played in the page: at its newest turn if a person plays, else from the turn where it
   * differs.
   */
  private playing(
    { done, seat: person }: Running,
    source: Source,
    turn: number,
    before: { source: Source; inside: Inside },
  ): void {
    const held = new PlayedReplay(`${namePart(source.header.title) || "match"}.blast`, done);
    done.catch((problem: unknown) => {
      if (this.view?.source === source) this.say(`The match was broken off: ${errorText(problem)}`);
    });
    this.showInside(source, { held, person, before }, person ? undefined : turn);
    if (!person) this.view?.play();
    this.changed();
  }

  /** Goes back to the match from which this one was played on. */
  private async back({ match, turn }: Origin): Promise<void> {
    const before = this.inside?.before;
    if (before) this.showInside(before.source, before.inside, turn);
    else if (match !== undefined) await this.choose(match, turn);
  }

  /** Goes to a match that was played on from this one: to play the seat in it, or to the turn where it differs. */
  private async branched({ match, seat }: Branched, turn: number): Promise<void> {
    if (seat !== undefined) this.seats.add(match, seat, this.id, this.seat);
    await this.choose(match, seat === undefined ? turn : undefined);
    if (seat === undefined) this.view?.play();
    this.changed();
  }

  /** A link to a turn as it is shown. */
  private link(turn: number, me: boolean): string {
    const { danger, covers, coordinates } = this.settings;
    const address: Address = { turn, danger, covers, coordinates };
    if (this.id !== undefined) address.match = this.id;
    if (me && this.me >= 0) address.me = this.me;
    return location.href.replace(/[?#].*/, "") + formatAddress(address);
  }

  /** Matches began or ended. */
  private listed(): void {
    const matches = this.catalog?.matches ?? [];
    this.list.refresh();
    this.lobby.render(this.lobbyNow, this.catalog?.title ?? "");
    this.projecting.listed();
    this.view?.refresh();
    this.view?.topBar.listed(matches.length);
    const first = this.catalog?.first;
    if (this.id === undefined && first) {
      this.say("");
      void this.choose(first.id, undefined);
    } else if (this.isGone) this.replaceGone();
    else this.followNext();
  }

  /** The lobby to show; undefined while a match is watched. */
  private get lobbyNow(): Lobby | undefined {
    return this.view && !(this.projector && (isOver(this.view.state, this.view.source) || this.isGone))
      ? undefined
      : this.catalog?.lobby;
  }

  /**
   * The streams of the server. A page on which a seat is played has streams of its own and does not depend on other
   * pages.
   */
  private get streams(): Streams {
    return this.seat === undefined
      ? sharedStreams(new URL(".", document.baseURI).href)
      : (this.own ??= new OwnStreams());
  }

  private get isGone(): boolean {
    return this.gone !== undefined && this.gone === this.id;
  }

  /** The server was started again. It may still have the match, as a replay in a folder. */
  private async restarted(): Promise<void> {
    const { id, view } = this;
    if (id === undefined || !view || this.inside) return;
    try {
      await fetchJSON(`api/matches/${encodeURIComponent(id)}`);
    } catch (error) {
      if (isGone(error) && view === this.view) this.lost(view.source);
    }
  }

  lost(source: Source): void {
    if (this.inside || this.isGone || source !== this.view?.source) return;
    this.gone = this.id;
    void this.find();
  }

  /** Looks for a replacement after the server has lost the match. */
  private async find(): Promise<void> {
    const { catalog, seat } = this;
    if (!catalog) return;
    await this.openCatalog(catalog);
    if (seat !== undefined && seat === this.seat && !(await seatKnown(seat))) {
      this.seat = undefined; // it belonged to a server that is gone
      dropSeat();
    }
    catalog.follow(false);
    catalog.follow(true);
    this.offered = undefined; // the earlier offer is not valid any more
    this.listed();
  }

  /** Replaces a match that is gone by the newest one: a projector shows it, a reader gets an offer. */
  private replaceGone(): void {
    const first = this.catalog?.first;
    if (!first || this.opening || first.id === this.gone) return;
    if (this.projector && !this.plays) void this.choose(first.id);
    else if (this.offered !== first.id) {
      this.offered = first.id;
      this.notice.offer(
        "The server does not have this match any more",
        "Watch the newest",
        () => void this.choose(first.id),
        0,
      );
    }
  }

  /** Once this match is over, offers the reader the one that is live. */
  private followNext(): void {
    const next = this.catalog?.matches.findLast((match) => match.live && match.id !== this.id);
    if (!next || this.projector || this.view?.source.live || this.offered === next.id) return;
    if (this.awaits > 0) {
      if (this.opening) return;
      this.awaits--;
      return void this.choose(next.id);
    }
    this.offered = next.id;
    this.notice.offer("Another match is live", "Watch", () => void this.choose(next.id, undefined), 2 * noticeTime);
  }

  /** Shows the decisive moments if the address asked for it. */
  private tell(): void {
    if (!this.tells || !this.view) return;
    this.tells = false;
    void this.view.tell();
  }

  private setProjector(on: boolean): void {
    if (on === this.projector) return;
    document.body.classList.toggle("projector", on);
    if (on) this.projecting.enter();
    else this.projecting.leave();
  }

  private async toggleFull(): Promise<void> {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      this.say("This browser does not allow full screen here.");
    }
  }

  say(text: string): void {
    this.notice.say(text, this.view ? noticeTime : 0);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || document.querySelector("dialog[open], .menu:popover-open")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (needsKey(target, event.key)) return;
    const command = commandOf(event, target instanceof HTMLCanvasElement);
    if (!command) return;
    event.preventDefault();
    this.run(command);
  }

  private take(address: Address): void {
    const link = address.match !== undefined || address.turn !== undefined; // a link lists all options that are on
    this.me = address.me ?? (link ? -1 : this.me);
    for (const name of ["danger", "covers", "coordinates"] as const) {
      this.settings[name] = address[name] ?? (!link && this.settings[name]);
    }
    if (address.projector !== undefined) this.setProjector(address.projector);
    this.plays = address.play ?? false;
    this.tells = address.highlights ?? false;
    if (address.seat === undefined) return;
    this.known = setAddress(formatAddress(address)); // removes the secret from the address
    keepSeat(address.seat);
    this.invited = true;
    if (address.seat === this.seat) return;
    this.seat = address.seat;
    this.catalog?.follow(false);
    this.catalog?.follow(true);
    if (this.id !== undefined) void this.choose(this.id, undefined); // opens the match again, now with the seat
  }

  /** The reader has changed the address. */
  private read(): void {
    if (location.hash === this.known) return;
    this.known = location.hash;
    const address = parseAddress(location.hash);
    this.take(address);
    if (address.match !== undefined && (address.match !== this.id || this.opening) && this.catalog)
      void this.choose(address.match, address.turn);
    else {
      if (address.turn !== undefined) this.view?.jump(address.turn);
      this.tell();
    }
    this.changed();
  }

  private write(): void {
    if (this.opening || location.hash !== this.known) return; // the address is newer than the page's state
    const { danger, covers, coordinates } = this.settings;
    const address: Address = { danger, covers, coordinates, projector: this.projector, play: this.plays };
    if (this.id !== undefined) address.match = this.id;
    const turn = this.view && addressTurn(this.view.state);
    if (turn !== undefined) address.turn = turn;
    if (this.me >= 0) address.me = this.me;
    const hash = formatAddress(address);
    if (hash !== this.known) this.known = setAddress(hash);
  }
}
