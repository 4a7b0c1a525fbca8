// What tests of pages need: programs, pages, and closing them at the end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor } from "./browser.mjs";
import { must, newFolder, Running } from "./program.mjs";

/**
 * A test that starts programs and opens pages. All are closed at its end. It fails if a page has complained, or has
 * sent a request to another server.
 * @param {string} name
 * @param {(lab: Lab) => Promise<void>} body
 */
export function pageTest(name, body) {
  test(name, { timeout: 480_000 }, async () => {
    const lab = new Lab();
    try {
      await body(lab);
      for (const visitor of lab.visitors) assert.deepEqual(visitor.complaints, []);
    } finally {
      await lab.close();
    }
  });
}

export class Lab {
  folder = newFolder();
  /** @type {Visitor[]} */
  visitors = [];
  /** @type {Running[]} */
  programs = [];
  #downloads = 0;

  /**
   * Starts the program in this test's folder.
   * @param {string[]} args
   */
  start(...args) {
    const program = new Running(this.folder, ...args);
    this.programs.push(program);
    return program;
  }

  /**
   * Starts `blastyard play` with a page, and returns its address.
   * @param {string[]} args
   */
  play(...args) {
    return this.start("play", "--listen", "127.0.0.1:0", "--no-browser", ...args).page();
  }

  /**
   * Starts `blastyard watch`, and returns the address of its page.
   * @param {string[]} args
   */
  watch(...args) {
    return this.start("watch", "--listen", "127.0.0.1:0", "--no-browser", ...args).page();
  }

  /**
   * Plays a match of built-in bots to its end and writes a replay into this test's folder.
   * @param {string} file
   * @param {string[]} args
   */
  record(file, ...args) {
    must(this.folder, "play", ...args, "--quiet", "--replay", file);
  }

  /**
   * A visitor with a browser context of their own.
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  async visitor(options) {
    const visitor = await Visitor.enter(options);
    this.visitors.push(visitor);
    return visitor;
  }

  /**
   * Opens an address as a new visitor and waits until a match is shown.
   * @param {string} address
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  async open(address, options) {
    const page = await (await this.visitor(options)).open(address);
    await page.locator(".match").waitFor();
    return page;
  }

  /**
   * The name and content of the file that an action downloads.
   * @param {import("playwright-core").Page} page
   * @param {() => Promise<void>} act
   */
  async download(page, act) {
    const [file] = await Promise.all([page.waitForEvent("download"), act()]);
    const path = join(this.folder, `download-${this.#downloads++}`); // the browser may be another process's
    await file.saveAs(path);
    return { name: file.suggestedFilename(), content: readFileSync(path) };
  }

  async close() {
    await Promise.allSettled(this.visitors.map((visitor) => visitor.context.close()));
    const ends = await Promise.allSettled(this.programs.map((program) => program.stop()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}

/** The arguments of a short match of hexabomb. */
export const hexabomb = ["--map", "tiny", "--seed", "4", "--turns", "60"];
/** The arguments of a match of 2016-Bomberman. */
export const bomberman = ["bomberman", "--seed", "4", "--players", "4"];
