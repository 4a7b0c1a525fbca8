// A Chromium, and pages whose complaints and requests are all recorded.
import { after } from "node:test";
import { chromium } from "playwright-core";
import { chromiumOptions, patience } from "./chromium.mjs";

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let started;

/** The browser of all tests in a file: the one of run.mjs, which all files share, or one of its own. */
export function browser() {
  const shared = process.env["BLASTYARD_CHROMIUM"];
  return (started ??= shared
    ? chromium.connect(shared, { timeout: patience })
    : chromium.launch(chromiumOptions(more)));
}

/** @type {string[]} */
let more = [];

/**
 * Gives the tests of this file a Chromium of their own, because all pages of a Chromium share one clipboard.
 * @param {string[]} flags additional flags
 */
export function alone(...flags) {
  more = flags;
  delete process.env["BLASTYARD_CHROMIUM"];
}

after(async () => (await started)?.close());

/** A browser context of its own: it shares no storage and no cookies with others. */
export class Visitor {
  /**
   * Problems on the pages: errors and warnings in the console, exceptions, and requests to other servers.
   * @type {string[]}
   */
  complaints = [];
  /**
   * The addresses of all requests, in order.
   * @type {string[]}
   */
  requests = [];
  /**
   * Complaints that the test expects.
   * @type {RegExp | undefined}
   */
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
    const usual = {
      viewport: { width: 1280, height: 800 },
      colorScheme: /** @type {const} */ ("light"),
      reducedMotion: /** @type {const} */ ("no-preference"),
    };
    return new Visitor(await (await browser()).newContext({ ...usual, ...options }));
  }

  /**
   * Opens a page. Every later request must go to the page's own server.
   * @param {string} address
   */
  async open(address) {
    const page = await this.context.newPage();
    const own = new URL(address);
    page.on("request", (request) => {
      const url = new URL(request.url());
      this.requests.push(request.url());
      const home =
        own.protocol === "file:" ? request.url().split("#")[0] === own.href.split("#")[0] : url.origin === own.origin;
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
