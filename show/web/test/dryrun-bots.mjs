// The twelve teams of the dry run, and the bots that they submit: in five languages, and not all of them mean well.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./program.mjs";

/** Cells of the event's map; no board of the check has as many. */
export const duel = 91;

/** @typedef {"python" | "javascript" | "cpp" | "csharp" | "java"} Language */

/**
 * The teams, by what they are in the dry run.
 * @type {Record<string, { name: string, language: Language }>}
 */
export const teams = {
  phone: { name: "🚀 Raketen", language: "python" },
  crashing: { name: "Why?", language: "python" },
  looping: { name: "L'équipe", language: "javascript" },
  hostile: { name: "Team: Ann", language: "python" },
  withdrawn: { name: "O'Brien", language: "javascript" },
  disqualified: { name: "チーム", language: "cpp" },
  csharp: { name: "हिन्दी", language: "csharp" },
  java: { name: "dir with space", language: "java" },
  arabic: { name: "مرحبا بالعالم", language: "python" },
  cyrillic: { name: "Ада Лавлейс", language: "javascript" },
  compiled: { name: "Zoë & Söhne", language: "cpp" },
  plain: { name: "Bea", language: "python" },
};

/** What a team's bot prints in each turn, for its team only. @param {string} name */
export const thought = (name) => `private thought of ${name}`;

// Java without a library: over standard input and output. It stands still.
const javaBot = `import java.io.*;
import java.nio.charset.StandardCharsets;

public class Bot {
  public static void main(String[] args) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null;) {
      if (!line.contains("\\"type\\":\\"turn\\"")) continue;
      System.out.println("[]");
      System.out.flush();
    }
  }
}
`;

/**
 * What stands first in the function of a starter that decides, with lines before it.
 * @param {string} file
 * @param {string} first
 * @param {string} more
 */
function insert(file, first, more) {
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(first), `${file} has no line ${first}`);
  writeFileSync(file, text.replace(first, more + first));
}

/**
 * Makes the folder of a team's bot in a folder, and returns its path.
 * @param {string} folder
 * @param {string} role of teams
 */
export function makeBot(folder, role) {
  const team = teams[role];
  assert.ok(team);
  const name = role === "java" ? team.name : `bot-${role}`; // a folder with a blank, too
  const bot = join(folder, name);
  if (team.language === "java") {
    mkdirSync(bot);
    writeFileSync(join(bot, "Bot.java"), javaBot);
    writeFileSync(join(bot, "bot.toml"), 'command = "java Bot"\nbuild = "javac Bot.java"\nprotocol = "stdio"\n');
    return bot;
  }
  must(folder, "bot", "new", name, "--lang", team.language);
  if (team.language === "python") {
    const start = "    color, board, free = player_id + 1, board_of(state), free_cells(state)\n";
    insert(join(bot, "bot.py"), start, `    print(${JSON.stringify(thought(team.name))})\n${python(role)}`);
  }
  if (role === "looping")
    insert(
      join(bot, "bot.js"),
      "  const color = playerId + 1, board = boardOf(state), free = freeCells(state);\n",
      `  while (state.cells.length === ${duel});\n`,
    );
  rmSync(join(bot, "__pycache__"), { recursive: true, force: true });
  return bot;
}

/** The lines of a bot in Python that make it what it is. @param {string} role */
function python(role) {
  if (role === "crashing")
    return `    if len(state["cells"]) == ${duel}:\n        raise SystemExit("no plan for duels")\n`;
  const check = `    if len(state["cells"]) != ${duel}:\n        return []\n`; // no work during the check
  return role === "hostile" ? `${check}    import evil\n` : check;
}

/**
 * Lets a bot try, while it is built and while it plays, what it must not: read and write files of others, and connect to
 * the server.
 * @param {string} bot its folder
 * @param {string[]} files
 * @param {{ host: string, port: number }} server
 */
export function makeHostile(bot, files, { host, port }) {
  writeFileSync(
    join(bot, "evil.py"),
    `import socket
for path in ${JSON.stringify(files)}:
    try:
        print("stolen:", open(path).read())
        open(path, "w").write("evil")
    except OSError as e:
        print("refused:", type(e).__name__)
try:
    socket.create_connection((${JSON.stringify(host)}, ${port}), 5).sendall(b"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
    print("stolen: connected")
except OSError as e:
    print("refused:", type(e).__name__)
`,
  );
  appendFileSync(join(bot, "bot.toml"), 'build = "python3 evil.py"\n');
}
