// One's own bot: the editor, the drafts and versions, and how files get into the page and out of it.
import { limits, pickFolder, readDropped, unzip, zip } from "../edit/archive";
import { Editor } from "../edit/editor";
import { changedFiles, decodeShare, encodeShare, sharedFiles, type Shared } from "../edit/share";
import { VersionList } from "../edit/versionlist";
import { titleOf, Versions, type Version } from "../edit/versions";
import { sameFiles, type Files } from "../files";
import type { Kind } from "../messages";
import type { Print, Problem } from "../output";
import { h, iconButton, setText } from "../../ui/dom";
import { errorText } from "../../ui/format";
import { setAddress } from "../../page/address";
import { copyText, saveFile } from "../../share/copy";
import { droppedReplay } from "./replayfile";
import { setupOf, sharedSetup } from "./link";
import { commandOf, usualGame, version, type Setup } from "./setup";
import type { Sparring } from "./bar";
import { keepDraft, keptDraft, lastGame, lastLanguage, othersDraft } from "./draft";
import { cannotRun, gameOf } from "./gameof";
import { keptAs, languageOf, languages, mustRun, usualLanguage, type Language } from "./language";

/** What the pane needs of the laboratory. */
export interface BotPaneHost {
  say(text: string): void;
  jump(turn: number): void;
  run(): void;
  /** The setup for a link; undefined: the values in the bar are not valid. */
  readonly setup: Setup | undefined;
  readonly turn: number;
  /** The files that a new bot of a game begins with. */
  starter(game: string, language: Language): Promise<Files>;
  /** Opens a bot of another game, or in another language. */
  play(game: string, language: Language): Promise<void>;
  /** Another bot was opened. */
  opened(): void;
  /** The list of versions has changed. */
  listed(): void;
}

const key = "bot"; // the key in a link's fragment

export class BotPane {
  readonly element = h("section", { class: "desk-bot", "aria-label": "Your bot" });
  readonly editor: Editor;
  private readonly dialog = h("dialog", { class: "help", "aria-labelledby": "versions-title" });
  private versions: Versions | undefined;
  private readonly folderInput = h("input", {
    type: "file",
    accept: ".zip",
    class: "aside",
    tabindex: -1,
    "aria-label": "Zip file of a bot",
    hidden: true,
  });
  private readonly unkept = h("p", { class: "unkept", role: "status", hidden: true });
  private failure = ""; // why the browser does not keep the bot
  private saved: Files | undefined; // the files that were downloaded last
  private starter: Files = {};
  private list: VersionList | undefined;
  private kinds: readonly Kind[] = [];
  /** The game that the bot plays. */
  game = usualGame;
  /** The language that it is written in. */
  language = usualLanguage;
  /** Why the bot of the address could not be opened. */
  trouble = "";

  constructor(
    private readonly folder: string,
    private readonly host: BotPaneHost,
  ) {
    this.editor = new Editor({ changed: () => this.changed(), jump: (turn) => host.jump(turn), run: () => host.run() });
    const button = (title: string, hint: string, act: () => void): HTMLButtonElement => {
      const element = h("button", { type: "button", class: "act", title: hint }, title);
      element.addEventListener("click", act);
      return element;
    };
    this.folderInput.addEventListener("change", () => {
      const file = this.folderInput.files?.[0];
      if (file) void this.read(() => unzip(file));
      this.folderInput.value = "";
    });
    const tools = h(
      "div",
      { class: "acts" },
      button("Versions", "What you ran before: restore it, name it, save it", () => this.dialog.showModal()),
      button(
        "Open folder…",
        `A bot's folder of this machine: ${limits}. You can drop it here, too.`,
        () => void this.read(() => pickFolder((words) => host.say(words))),
      ),
      button("Open zip…", "A zip file that was downloaded here, or that others gave you", () =>
        this.folderInput.click(),
      ),
      button("Download", "A zip file of the folder: the program plays the same bot", () => this.download()),
      button("Copy link", "A link to your bot and what is played; nothing is sent", () => void this.copyLink()),
    );
    this.element.append(
      h("header", {}, h("h2", {}, folder), tools),
      this.unkept,
      h("div", { class: "code" }, this.editor.element),
      this.folderInput,
      this.dialog,
    );
    addEventListener("beforeunload", (event) => {
      if (this.failure !== "" && !(this.saved && sameFiles(this.saved, this.files))) event.preventDefault();
    });
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes("Files") || droppedReplay(dataTransfer)) return;
      event.preventDefault();
      event.stopPropagation();
      void this.read(() => readDropped(dataTransfer, (words) => host.say(words)));
    });
  }

  /** Opens the bot of the address, else the last draft, else the starter. Returns what is known of the match. */
  async open(kinds: readonly Kind[]): Promise<Partial<Setup> & { turn?: number }> {
    this.kinds = kinds;
    const has = (name: string): boolean => kinds.some(({ game }) => game === name);
    const value = new URLSearchParams(location.hash.replace(/^#/, "")).get(key);
    const last = lastGame();
    const pane = this;
    const versions = (this.versions = await Versions.open());
    versions.watch(() => {
      this.host.listed();
      this.warn();
    });
    const begin = h("button", { type: "button", class: "act" }, "Begin again with the starter");
    begin.addEventListener("click", () => void this.replace(this.starter));
    this.list = new VersionList(versions, {
      get game() {
        return pane.kept;
      },
      restore: (files) => void this.replace(files),
    });
    this.dialog.append(
      h(
        "header",
        {},
        h("h2", { id: "versions-title" }, "Versions of your bot"),
        iconButton("close", "Close (Esc)", () => this.dialog.close()),
      ),
      this.list.element,
      h("p", { class: "begin" }, begin),
    );
    const setup = await this.choose(has(last) ? last : (kinds[0]?.game ?? usualGame), lastLanguage(languages()));
    if (value === null) return setup;
    let shared: Shared;
    try {
      shared = await decodeShare(value);
      if (!has(shared.game)) throw new Error("it is of a game that is not played here");
      mustRun(shared.language ?? usualLanguage);
    } catch (problem) {
      this.trouble = `The link cannot be opened: ${errorText(problem)}.`;
      return setup;
    }
    const { game, language = usualLanguage } = shared;
    if (game !== this.game || language !== this.language) await this.choose(game, language);
    if (keptDraft(game, language)) await this.keep();
    this.editor.files = sharedFiles(shared.files, this.starter);
    setAddress(""); // changes are not in the link, so it must not stay
    return setupOf(shared);
  }

  /** Opens the last draft of a game in a language, else its starter. Returns what is known of its match. */
  async choose(game: string, language: Language): Promise<Partial<Setup>> {
    const starter = await this.host.starter(game, language);
    const draft = keptDraft(game, language);
    this.starter = starter;
    this.game = game;
    this.language = language;
    this.trouble = "";
    this.editor.files = draft?.files ?? starter;
    this.list?.draw();
    this.host.listed();
    return draft?.setup ?? {};
  }

  /** Keeps the bot that is about to run, and returns its version. */
  async keep(): Promise<Version | undefined> {
    return this.versions?.keep(this.kept, this.files);
  }

  /** Stores the result of a version's run. */
  tell(kept: Version | undefined, result: string): void {
    if (kept) void this.versions?.tell(kept.id, result);
  }

  /** The versions that can be opponents, the newest first. */
  get sparring(): Sparring[] {
    return (this.versions?.list(this.kept) ?? []).map((kept) => ({ id: version + kept.id, name: titleOf(kept) }));
  }

  /** The files of a version; undefined: there is no such version. */
  filesOf(id: string): Files | undefined {
    return this.versions?.list(this.kept).find((kept) => version + kept.id === id)?.files;
  }

  /** Opens other files, and keeps the present ones as a version. */
  async replace(files: Files): Promise<void> {
    const { kept, files: before } = this;
    this.dialog.close();
    this.editor.files = files; // before the first await, so that a run uses these files
    this.changed();
    this.host.opened();
    await this.versions?.keep(kept, before);
  }

  /** Saves the draft. */
  changed(): void {
    const { game, language, files } = this;
    const other = othersDraft(game, language);
    if (other && !sameFiles(other.files, files)) {
      void this.versions?.keep(this.kept, other.files);
      this.host.say("Another tab has changed this bot, too. What it wrote is among the versions.");
    }
    this.failure = keepDraft(game, language, { files, setup: this.host.setup });
    this.warn();
  }

  /** Warns the reader of what will be lost when the page is closed. */
  private warn(): void {
    const lost =
      this.failure !== ""
        ? `your bot: ${this.failure}. It is`
        : this.versions?.passing && this.sparring.length > 0
          ? "the versions of your bot. They are"
          : "";
    setText(
      this.unkept,
      lost && `This browser does not keep ${lost} gone when the page is closed. Download saves the bot.`,
    );
    this.unkept.hidden = lost === "";
  }

  /** The name under which the bot's versions are kept. */
  private get kept(): string {
    return keptAs(this.game, this.language);
  }

  get files(): Files {
    return this.editor.files;
  }

  problems(list: readonly Problem[]): void {
    this.editor.problems(list);
  }

  prints(lines: readonly Print[], turn: number): void {
    this.editor.prints(lines, turn);
  }

  /** Goes to the line of a problem. */
  show({ file, line }: Problem): void {
    this.editor.show(file, line);
  }

  private download(): void {
    saveFile(`${this.folder}.zip`, zip(this.files, this.folder));
    this.saved = this.files;
    const { setup } = this.host;
    this.host.say(
      `Downloaded. Unzip it, then: ${setup ? commandOf(setup, this.folder, 1) : `blastyard play --bot ./${this.folder}`}`,
    );
  }

  private async read(files: () => Promise<Files | undefined>): Promise<void> {
    try {
      const found = await files();
      if (!found) return;
      const game = gameOf(found, this.kinds, this.game);
      const language = languageOf(found);
      const why = cannotRun(found, this.kinds, language);
      if (why) throw new Error(why);
      mustRun(language);
      if (game !== this.game || language !== this.language) await this.host.play(game, language);
      await this.replace(found);
    } catch (problem) {
      this.host.say(`This cannot be opened: ${errorText(problem)}.`);
    }
  }

  private async copyLink(): Promise<void> {
    const { setup, turn } = this.host;
    const state: Shared = {
      game: this.game,
      ...(this.language === "python" && { language: this.language }),
      files: changedFiles(this.files, this.starter),
    };
    if (setup) Object.assign(state, sharedSetup(setup), { turn });
    try {
      const link = `${location.href.replace(/#.*/, "")}#${key}=${await encodeShare(state)}`;
      await copyText(link);
      const versions = setup?.opponents.some(({ bot }) => bot.startsWith(version))
        ? " The versions that your bot plays against are not in it."
        : "";
      this.host.say(`Copied: a link to your bot and what is played. Nothing was sent.${versions}`);
    } catch (problem) {
      this.host.say(`The link cannot be copied: ${errorText(problem)}.`);
    }
  }
}
