// A page with only the laboratory's editor, under a policy as strict as that of the served pages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { newFolder } from "./program.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const styles =
  ["colours", "theme", "controls", "editor"]
    .map((name) => readFileSync(join(web, "css", `${name}.css`), "utf8"))
    .join("\n") + "\nbody { overflow: auto } .editor-place { height: 90vh }";

/** The files of a starter, as `bot new` writes them. */
export const starter = Object.fromEntries(
  ["bot.js", "board.js", "netorcai.js", "bot.toml", "README.md"].map((name) => [
    name,
    readFileSync(join(web, "../../bots/javascript", name), "utf8"),
  ]),
);

/** @type {string | undefined} */
let script;

/** The script of the page, built once. */
function built() {
  if (script !== undefined) return script;
  const folder = newFolder();
  const go = spawnSync("go", ["-C", join(web, "../../tools/esbuild"), "run", ".", "-pages", folder], {
    encoding: "utf8",
  });
  if (go.status !== 0) throw new Error(`esbuild: ${go.error?.message ?? go.stderr}`);
  return (script = readFileSync(join(folder, "editor.page.js"), "utf8"));
}

/**
 * @param {string} head
 * @param {string} end
 */
const html = (head, end) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<meta name="viewport" content="width=device-width, initial-scale=1"><title>editor</title><link rel="icon" href="data:,"></head><body>${end}</body></html>`;

/** Serves the page. Returns its address, and a function that stops the server. */
export async function serve() {
  const page = html('<link rel="stylesheet" href="page.css">', '<script type="module" src="page.js"></script>');
  /** @type {Record<string, [string, string]>} */
  const files = {
    "/": ["text/html", page],
    "/page.css": ["text/css", styles],
    "/page.js": ["text/javascript", built()],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, text] = files[url] ?? ["", ""];
    response.writeHead(type ? 200 : 404, {
      "Content-Type": type,
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'",
    });
    response.end(text);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** Writes the page as one file with a policy like that of exported pages, and returns its address. */
export function file() {
  /** @param {string} text */
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const code = built();
  const path = join(newFolder(), "editor.html");
  const policy = `default-src 'none'; script-src ${hash(code)}; style-src ${hash(styles)}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  writeFileSync(
    path,
    html(
      `<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${styles}</style>`,
      `<script type="module">${code}</script>`,
    ),
  );
  return pathToFileURL(path).href;
}
