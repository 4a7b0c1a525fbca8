// All tests of the page in one process, so that one browser serves them.
import { readdir } from "node:fs/promises";

for (const file of (await readdir(new URL(".", import.meta.url))).sort()) if (file.endsWith(".test.mjs")) await import(`./${file}`);
