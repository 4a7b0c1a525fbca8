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
import { dropSeat, keepSeat, keptSeat, seatKnown } from "./seat";
import { loadSettings, saveSettings } from "./settings";
import type { Series } from "../list/series";
import { FileItems } from "../share/files";
import { linkItems } from "../share/links";
import { namePart } from "../share/copy";
import { embeddedReplay, PlayedReplay, type Held } from "../source/held";
import type { Origin, Source } from "../source/source";
import { OwnStreams } from "../stream/own";
import { sharedStreams } from "../stream/shared";
import {
  addSecret,
  asksForMatch,
  changeSecret,
  hashToWrite,
  linkOf,
  readAddress,
  takeAddress,
  tellsNow,
} from "../state/addressing";
import {
  arrived,
  awaitLive,
  choose,
  chooseInside,
  failed,
  followLive,
  lose,
  readerActs,
  replaceGone,
  type By,
} from "../state/choice";
import { isOver } from "../state/match";
import { newState } from "../state/state";
import type { Streams } from "../stream/topics";
import { applyTheme, isDark, onSystemTheme } from "./theme";
import { errorText } from "../ui/format";
import { Media } from "../ui/media";

const addressEvery = 500; // milliseconds; browsers reject too many changes
const noticeTime = 4000; // milliseconds

/** A match that is not at a server, but in the page. */
interface Inside {
  held: Held;
  /** The seat that is played here; undefined: none. */
  person?: PersonClient | undefined;
  /** The match from which it was played on. */
  before?: { source: Source; inside: Inside };
}

export class Page implements Host, Screen {
  readonly state = newState(loadSettings(), keptSeat());
  view: MatchView | undefined;
  catalog: Catalog | undefined;
  private inside: Inside | undefined;

  private readonly motion = new Media("(prefers-reduced-motion: reduce)");
  private readonly help = makeHelp();
  private readonly list = new MatchList(this.state.search, this);
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
  private writing: ReturnType<typeof setTimeout> | undefined;
  private own: OwnStreams | undefined;
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
      document.addEventListener(act, () => readerActs(this.state.choice) && this.followNext(), { capture: true });
    document.addEventListener("dblclick", () => this.state.projecting.on && this.run({ name: "projector" }));
    document.addEventListener("visibilitychange", () => this.view?.refresh());
    const address = readAddress(this.state, location.hash);
    if (address) this.take(address);
    if (new URLSearchParams(location.search).has("projector")) this.setProjector(true);
    applyTheme(this.state.settings.theme);
  }

  get id(): string | undefined {
    return this.state.choice.id;
  }

  get series(): Series | undefined {
    return this.catalog?.series;
  }

  get person(): PersonClient | undefined {
    if (this.inside) return this.inside.person;
    const { own } = this.state.secrets;
    return own === undefined ? undefined : new SeatClient(own);
  }

  get event(): string {
    return this.catalog?.title ?? "";
  }

  get hiding(): boolean {
    return this.state.settings.hideResults;
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

  get dark(): boolean {
    return isDark(this.state.settings.theme);
  }

  /** Whether the reader wants no motion. */
  get still(): boolean {
    return this.motion.matches;
  }

  /** Opens the first match, or the lobby. */
  async open(): Promise<void> {
    const { address: read, choice } = this.state;
    try {
      const embedded = await openEmbedded();
      if (embedded) return this.showInside(embedded, { held: embeddedReplay() }, parseAddress(read.known).turn);
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
    if (!this.state.secrets.invited) await this.checkSeat();
    const { matches, first, projector } = this.catalog;
    if (projector) this.setProjector(true);
    this.lobby.render(this.lobbyNow, this.catalog.title);
    if (choice.number > 0 && choice.by === "reader") return; // the reader has changed the address meanwhile
    const address = parseAddress(read.known);
    const { match } = address;
    if (match === undefined && address.turn === undefined && this.series?.live) awaitLive(choice);
    const may = match !== undefined && this.catalog.mayHave(match);
    if (may) await this.choose(match, address.turn);
    if (this.view || choice.opening) return;
    const alone = this.state.projecting.on;
    const replays = alone && !first?.live && (this.series?.planned ?? 0) === 0;
    const start = replays ? await this.catalog.oldest() : first?.id;
    if (start !== undefined) await this.choose(start, match === undefined ? address.turn : undefined);
    if (matches.length > 1 && !first?.live && choice.awaited === 0 && !alone && !this.framed)
      this.run({ name: "matches" });
    if (match !== undefined) this.say("The match of this address is not here any more.");
    else if (start === undefined && !this.lobbyNow?.waiting) this.say("Waiting for the first match…");
  }

  run(command: Command): void {
    const { settings, projecting } = this.state;
    const players = this.view?.source.header.players.length ?? 0;
    if (changeDisplay(this.state, command, players, (text) => this.say(text))) return this.changed();
    switch (command.name) {
      case "hideResults":
        settings.hideResults = !settings.hideResults;
        saveSettings(settings);
        this.list.redraw();
        this.say(
          settings.hideResults ? "Results are hidden until you have watched a match to its end" : "Results are shown",
        );
        break;
      case "projector":
        this.setProjector(!projecting.on);
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
        if (projecting.on) this.setProjector(false);
        else if (this.view?.closeFinal()) break;
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        break;
      default:
        return this.view?.run(command);
    }
    this.changed();
  }

  changed(): void {
    const { settings, projecting } = this.state;
    const { table } = projecting;
    applyTheme(settings.theme);
    this.view?.refresh();
    this.board.render(table && !this.seriesHidden ? this.series : undefined, table?.over ?? false, this.dark);
    this.writing ??= setTimeout(() => {
      this.writing = undefined;
      saveSettings(settings);
      this.write();
    }, addressEvery);
  }

  ended(): void {
    this.catalog?.follow(true);
  }

  reached(over: boolean): void {
    const entry = this.view?.source.entry;
    if (over && entry) this.watched.add(entry);
    this.projecting.happen({ what: "rested", over });
    if (over) this.followNext();
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

  /** Shows a match of the server. Resolves to false if it cannot be opened, or another one was chosen meanwhile. */
  async choose(id: string, turn?: number, by?: By): Promise<boolean> {
    const { choice, secrets, projecting } = this.state;
    const number = choose(choice, id, by);
    try {
      const own = changeSecret(secrets, id);
      if (own !== undefined) keepSeat(own);
      const source = await openMatch(id, (listing) => this.catalog?.take(listing), this.streams);
      if (!arrived(choice, number)) return false;
      this.show(source, turn);
      return true;
    } catch {
      if (!failed(choice, number)) return false;
      this.say("This match could not be opened.");
      this.projecting.happen({ what: "failed", step: projecting.step });
      return false;
    }
  }

  private show(source: Source, turn: number | undefined): void {
    const { state } = this;
    if (source.live) state.choice.awaited = 0;
    this.view?.destroy();
    this.catalog?.follow(!source.live || state.secrets.own === undefined);
    this.say("");
    if (state.me >= source.header.players.length) state.me = -1;
    this.view = new MatchView(source, this);
    this.view.topBar.listed(this.catalog?.matches.length ?? 0);
    this.fillMenu(this.view);
    this.root.prepend(this.view.element);
    this.view.start(turn);
    this.lobby.render(this.lobbyNow, "");
    this.projecting.happen({ what: "opened" });
    this.tell();
    this.changed();
  }

  private fillMenu(view: MatchView): void {
    const { menu } = view.topBar;
    const page = this;
    const { id, state } = this;
    const { settings } = state;
    const links = linkItems({
      get turn() {
        return view.state.playback.turn;
      },
      get meName() {
        return view.meName;
      },
      link: (me) => this.link(linkOf(state, view.state.playback.turn, me)),
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
        return state.me;
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
    chooseInside(this.state.choice);
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
    const { secrets, choice } = this.state;
    if (seat !== undefined) addSecret(secrets, match, seat, choice.shown);
    if ((await this.choose(match, seat === undefined ? turn : undefined)) && seat === undefined) this.view?.play();
    this.changed();
  }

  private link(address: Address): string {
    return location.href.replace(/[?#].*/, "") + formatAddress(address);
  }

  /** Matches began or ended. */
  private listed(): void {
    const matches = this.catalog?.matches ?? [];
    this.list.refresh();
    this.lobby.render(this.lobbyNow, this.catalog?.title ?? "");
    this.projecting.happen({ what: "listed" });
    this.view?.refresh();
    this.view?.topBar.listed(matches.length);
    const first = this.catalog?.first;
    if (this.id === undefined && first) {
      this.say("");
      void this.choose(first.id, undefined, "series");
    } else if (this.state.choice.gone) this.replaceGone();
    else this.followNext();
  }

  /** The lobby to show; undefined while a match is watched. */
  private get lobbyNow(): Lobby | undefined {
    const { view } = this;
    const { projecting, choice } = this.state;
    const free = projecting.on && view && (isOver(view.state, view.source) || choice.gone);
    return view && !free ? undefined : this.catalog?.lobby;
  }

  /**
   * The streams of the server. A page on which a seat is played has streams of its own and does not depend on other
   * pages.
   */
  private get streams(): Streams {
    return this.state.secrets.own === undefined
      ? sharedStreams(new URL(".", document.baseURI).href)
      : (this.own ??= new OwnStreams());
  }

  /** The server was started again. It may still have the match, as a replay in a folder. */
  private async restarted(): Promise<void> {
    const { view } = this;
    const id = this.state.choice.shown;
    if (id === undefined || !view || this.inside) return;
    try {
      await fetchJSON(`api/matches/${encodeURIComponent(id)}`);
    } catch (error) {
      if (isGone(error) && view === this.view) this.lost(view.source);
    }
  }

  lost(source: Source): void {
    if (!this.inside && source === this.view?.source && lose(this.state.choice)) void this.find();
  }

  /** Looks for a replacement after the server has lost the match. */
  private async find(): Promise<void> {
    const { catalog } = this;
    if (!catalog) return;
    await this.openCatalog(catalog);
    await this.checkSeat();
    catalog.follow(false);
    catalog.follow(true);
    this.state.choice.offered = undefined; // the earlier offer is not valid any more
    this.listed();
  }

  /** Forgets the secret of a seat that the server does not know: it belonged to a server that is gone. */
  private async checkSeat(): Promise<void> {
    const { secrets } = this.state;
    const { own } = secrets;
    if (own === undefined || (await seatKnown(own)) || own !== secrets.own) return;
    secrets.own = undefined;
    dropSeat();
  }

  /** Replaces a match that is gone by the newest one: a projector shows it, a reader gets an offer. */
  private replaceGone(): void {
    const { choice, projecting, plays } = this.state;
    const first = this.catalog?.first?.id;
    const step = replaceGone(choice, first, projecting.on && !plays);
    if (first === undefined || !step) return;
    const watch = (): void => void this.choose(first);
    if (step === "open") watch();
    else this.notice.offer("The server does not have this match any more", "Watch the newest", watch, 0);
  }

  /** Once this match is over, offers the reader the one that is live. */
  private followNext(): void {
    const { choice, projecting } = this.state;
    if (projecting.on || this.view?.source.live) return;
    const next = this.catalog?.matches.findLast((match) => match.live && match.id !== choice.id)?.id;
    const step = followLive(choice, next);
    if (next === undefined || !step) return;
    if (step === "open") void this.choose(next, undefined, "series");
    else this.notice.offer("Another match is live", "Watch", () => void this.choose(next), 2 * noticeTime);
  }

  /** Shows the decisive moments if the address asked for it. */
  private tell(): void {
    if (tellsNow(this.state)) void this.view?.tell();
  }

  private setProjector(on: boolean): void {
    if (on === this.state.projecting.on) return;
    document.body.classList.toggle("projector", on);
    this.projecting.happen({ what: on ? "entered" : "left" });
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
    const { state } = this;
    const { secrets } = state;
    takeAddress(state, address);
    if (address.projector !== undefined) this.setProjector(address.projector);
    if (address.seat === undefined) return;
    state.address.known = setAddress(formatAddress(address)); // removes the secret from the address
    keepSeat(address.seat);
    secrets.invited = true;
    if (address.seat === secrets.own) return;
    secrets.own = address.seat;
    this.catalog?.follow(false);
    this.catalog?.follow(true);
    if (this.id !== undefined) void this.choose(this.id); // opens the match again, now with the seat
  }

  /** The reader has changed the address. */
  private read(): void {
    const address = readAddress(this.state, location.hash);
    if (!address) return;
    this.take(address);
    if (this.catalog && asksForMatch(this.state, address)) void this.choose(address.match ?? "", address.turn);
    else {
      if (address.turn !== undefined) this.view?.jump(address.turn);
      this.tell();
    }
    this.changed();
  }

  private write(): void {
    const hash = hashToWrite(this.state, location.hash);
    if (hash !== undefined) this.state.address.known = setAddress(hash);
  }
}
