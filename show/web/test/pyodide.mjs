// Pyodide (Python for browsers) for the tests. It is not part of blastyard; npm downloads it when a test first needs
// it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The version that the manual names, and npm's checksum of it.
const version = "0.29.3";
const integrity = "sha512-22UBuhOJawj7vKUnS7/F3xK+515LJdjiMAHoCfuS6/PbHiOrSQVnYwDe+2sbVwiOZ3sMMexdXICew6NqOMQGgA==";
const kept = fileURLToPath(new URL(`../../../.tools/pyodide-${version}`, import.meta.url));

/**
 * The folder with Pyodide's files: from the environment variable PYODIDE, else from npm.
 * @returns {{ folder: string } | { missing: string }} the folder, or why there is none
 */
export function pyodide() {
  const named = process.env["PYODIDE"];
  if (named) return { folder: named };
  if (existsSync(kept)) return { folder: kept };
  mkdirSync(join(kept, ".."), { recursive: true });
  const folder = mkdtempSync(`${kept}-`);
  try {
    const npm = spawnSync("npm", ["pack", `pyodide@${version}`, "--pack-destination", folder], {
      encoding: "utf8",
      timeout: 300_000,
    });
    if (npm.status !== 0)
      return { missing: `npm does not bring pyodide@${version}: ${npm.error?.message ?? npm.stderr}` };
    const packed = join(folder, `pyodide-${version}.tgz`);
    const sum = `sha512-${createHash("sha512").update(readFileSync(packed)).digest("base64")}`;
    if (sum !== integrity) throw new Error(`pyodide@${version} is ${sum}, expected ${integrity}`);
    const tar = spawnSync("tar", ["-xzf", packed, "-C", folder], { encoding: "utf8" });
    if (tar.status !== 0) throw new Error(`tar: ${tar.error?.message ?? tar.stderr}`);
    try {
      renameSync(join(folder, "package"), kept);
    } catch (problem) {
      if (!existsSync(kept)) throw problem; // another test has put it there meanwhile
    }
    return { folder: kept };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
