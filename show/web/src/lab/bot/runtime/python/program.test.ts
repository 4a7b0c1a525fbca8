import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, isPython } from "./program";

test("a folder is in Python where its bot.toml says so, or where it has bot.py only", () => {
  for (const [files, want] of [
    [{ "bot.toml": 'command = "python3 bot.py"\n' }, true],
    [{ "bot.toml": "command = 'python -u main.py'\n" }, true],
    [{ "bot.toml": '# command = "python3 bot.py"\ncommand = "node bot.js"\n', "bot.py": "" }, false],
    [{ "bot.py": "" }, true],
    [{ "bot.py": "", "bot.js": "" }, false],
    [{}, false],
    [{ "bot.toml": 'command = "pythonic"' }, false],
  ] as const)
    assert.equal(isPython(files), want, JSON.stringify(files));
});

test("the file that bot.toml names is run first", () => {
  const toml = (command: string): { "bot.toml": string } => ({ "bot.toml": `# a bot\ncommand = "${command}"\n` });
  assert.equal(entryOf({}), "bot.py");
  assert.equal(entryOf(toml("python3 bot.py")), "bot.py");
  assert.equal(entryOf(toml("python3 -u ./src/main.py fast")), "src/main.py");
  assert.equal(entryOf(toml("node bot.js")), "bot.py");
});
