// A page with only the editor and the versions, for tests in a browser.
import { pickFolder, readDropped, unzip, zip } from "./archive";
import { Editor } from "./editor";
import type { Files } from "../files";
import type { Print, Problem } from "../output";
import { changedFiles, decodeShare, encodeShare, sharedFiles } from "./share";
import { VersionList } from "./versionlist";
import { Versions } from "./versions";

/** The functions and data that tests use. */
class EditorPage {
  readonly editor: Editor;
  changes = 0;
  runs = 0;
  jumps: number[] = [];
  /** The files that were picked or dropped, and the messages about them. */
  opened: Files | undefined;
  said: string[] = [];
  versions: Versions | undefined;

  constructor() {
    this.editor = new Editor({
      changed: () => this.changes++,
      jump: (turn) => this.jumps.push(turn),
      run: () => this.runs++,
    });
    const before = document.createElement("button");
    const after = document.createElement("button");
    const place = document.createElement("div");
    before.textContent = "Before";
    after.textContent = "After";
    place.className = "editor-place";
    place.append(this.editor.element);
    const open = document.createElement("button");
    open.textContent = "Open a folder";
    open.addEventListener("click", () => this.take(pickFolder((words) => this.said.push(words))));
    document.body.append(before, place, after, open);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer) this.take(readDropped(event.dataTransfer, (words) => this.said.push(words)));
    });
  }

  start(files: Files): void {
    this.editor.files = files;
  }

  text(file: string): string {
    return this.editor.files[file] ?? "";
  }

  problems(list: Problem[]): void {
    this.editor.problems(list);
  }

  prints(lines: Print[], turn: number): void {
    this.editor.prints(lines, turn);
  }

  async openVersions(): Promise<string> {
    this.versions = await Versions.open();
    const list = new VersionList(this.versions, { game: "hexabomb", restore: (files) => (this.editor.files = files) });
    document.body.append(list.element);
    return this.versions.passing;
  }

  async keep(result: string): Promise<void> {
    const version = await this.versions?.keep("hexabomb", this.editor.files);
    if (version) await this.versions?.tell(version.id, result);
  }

  /** Converts the files to a zip file and to a link, and back. */
  async around(starter: Files): Promise<{ zip: Files; link: Files; length: number }> {
    const { files } = this.editor;
    const link = await encodeShare({
      game: "hexabomb",
      map: "tiny",
      seed: "7",
      turn: 3,
      files: changedFiles(files, starter),
    });
    return {
      zip: await unzip(zip(files, "mybot")),
      link: sharedFiles((await decodeShare(link)).files, starter),
      length: link.length,
    };
  }

  private take(files: Promise<Files | undefined>): void {
    files.then(
      (found) => (this.opened = found),
      (problem: Error) => this.said.push(problem.message),
    );
  }
}

declare global {
  interface Window {
    editorPage: EditorPage;
  }
}

window.editorPage = new EditorPage();
