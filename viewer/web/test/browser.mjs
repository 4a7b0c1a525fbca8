// A Chromium, and pages of which every complaint and every request is noted.
import { existsSync } from "node:fs";
import { after } from "node:test";
import { chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
const flags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Milliseconds that a page is waited for: much more than it takes, as the machine may be busy. */
export const patience = 90_000;

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let started;

/** The browser of all tests of a file. */
export function browser() {
  return (started ??= launch());
}

async function launch() {
  const executablePath = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error("no Chromium found: install chromium, or set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: flags, timeout: patience });
}

after(async () => (await started)?.close());

/** Pages without a shared past: no storage, no cookies of others. */
export class Visitor {
  /** What went wrong on the pages: errors and warnings in the console, exceptions, requests to other servers.
   * @type {string[]} */
  complaints = [];
  /** The addresses of all requests, in order.
   * @type {string[]} */
  requests = [];
  /** Complaints that a test expects.
   * @type {RegExp | undefined} */
  expected;

  /** @param {import("playwright-core").BrowserContext} context */
  constructor(context) {
    this.context = context;
    context.setDefaultTimeout(patience);
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complain(`console: ${message.text()}`);
    });
    context.on("weberror", (error) => this.complain(`exception: ${error.error().stack ?? error.error()}`));
  }

  /** @param {import("playwright-core").BrowserContextOptions} [options] */
  static async enter(options = {}) {
    const usual = { viewport: { width: 1280, height: 800 }, colorScheme: /** @type {const} */ ("light"), reducedMotion: /** @type {const} */ ("no-preference") };
    return new Visitor(await (await browser()).newContext({ ...usual, ...options }));
  }

  /**
   * Opens a page; all that it ever asks for must be of its own server.
   * @param {string} address
   */
  async open(address) {
    const page = await this.context.newPage();
    const own = new URL(address);
    page.on("request", (request) => {
      const url = new URL(request.url());
      this.requests.push(request.url());
      const home = own.protocol === "file:" ? request.url().split("#")[0] === own.href.split("#")[0] : url.origin === own.origin;
      if (!home && url.protocol !== "data:" && url.protocol !== "blob:") this.complain(`request to ${request.url()}`);
    });
    page.on("websocket", (socket) => this.complain(`web socket to ${socket.url()}`));
    await page.goto(address);
    return page;
  }

  /** @param {string} text */
  complain(text) {
    if (!this.expected?.test(text)) this.complaints.push(text);
  }
}
