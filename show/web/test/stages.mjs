// The subjects of the browser tests, and the tests that belong to `make test`.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The test files of each subject of the page, and for each file the names of the tests in the stage "quick". The stage
 * "all" runs all tests of all files.
 * @type {Record<string, Record<string, string[]>>}
 */
export const subjects = {
  "matches from files": {
    "file.test.mjs": [
      "hexabomb from a file: slider, steps, jumps, events and speeds",
      "walls, open ground and players of 2016-Bomberman are drawn apart",
    ],
    "address.test.mjs": [],
    "meaning.test.mjs": [
      "lightcycles: cells that hold something else look different, and the standings have all figures",
    ],
    "bench.test.mjs": [],
  },
  "matches that go on": {
    "live.test.mjs": [
      "a match of 2016-Bomberman is followed while it goes on",
      "a live match is stopped, scrubbed and followed again",
    ],
    "tabs.test.mjs": [],
    "unreliable.test.mjs": [],
    "lobby.test.mjs": ["bots that are waited for: on the page each one that comes is told, then the match is shown"],
  },
  "the list of matches": {
    "list.test.mjs": ["search and filters find by name, game, map and result; what finds nothing is not offered"],
    "drop.test.mjs": [],
  },
  "playing by hand": {
    "play.test.mjs": [
      "hexabomb by hand: keys, clicks and buttons, undo, and a reload in the middle that keeps what was entered",
    ],
    "hand-aim.test.mjs": ["a whole short match of bomberman by touch only, on a phone"],
    "hand-start.test.mjs": [],
    "hand-2018.test.mjs": ["hexabomb of 2018: a revival by hand on the cell that is picked, and no bomb counts"],
  },
  "playing on": {
    "branch.test.mjs": ["bots play a match on to another end; the list has both matches"],
  },
  "projector and series": {
    "projector.test.mjs": ["Shift P, Escape and a double click: the projector comes back to the turn that was shown"],
    "axe.test.mjs": [],
    "layout.test.mjs": ["sudden death: the chart shows who lives, and equal scores have equal ranks"],
    "who.test.mjs": ["letters and colours go by the entrant in a series"],
    "series.test.mjs": [
      "the table of a series tells what the server counts, with intervals on one scale and results by shape",
    ],
  },
  "what a match tells": {
    "told.test.mjs": [],
    "story.test.mjs": ["any key ends the moments and does what it does; Escape only ends them"],
    "captions.test.mjs": ["a lesson of a turn is its caption, too"],
    "lessons.test.mjs": [],
    "timeline.test.mjs": ["the pointer over the strip is told the turn and what happened; so is the slider's focus"],
    "chart.test.mjs": ["the chart shows the lead up to the present turn, and the whole match on request"],
  },
  "drawings of bots": {
    "lab-draw.test.mjs": [],
    "draw.test.mjs": ["hexabomb: drawings are those of Me, by layer, and no ordinary output"],
  },
  "checking replays": {
    "vectors.test.mjs": [],
    "lab.test.mjs": ["a replay is checked in the browser, and nothing of the laboratory is asked for before"],
  },
  "the laboratory": {
    "lab-access.test.mjs": [],
    "lab-early.test.mjs": [],
    "lab-keep.test.mjs": [],
    "lab-more.test.mjs": [],
    "lab-replays.test.mjs": [],
    "lab-same.test.mjs": [],
    "lab-open.test.mjs": [],
    "lab-game.test.mjs": [],
    "lab-pictures.test.mjs": [],
    "lab-watch.test.mjs": [],
    "learn.test.mjs": [],
    "lab-desk.test.mjs": [
      "a stranger's first five minutes: change a line, beat random, download, and the program plays the same match",
    ],
  },
  "the laboratory's editor": {
    "lab-editor.test.mjs": [
      "names are completed with their documentation: fields of the state, the client, helpers, lists",
    ],
  },
  "bots in the page": {
    "lab-hostile.test.mjs": [],
    "lab-python.test.mjs": [],
    "lab-sandbox.test.mjs": [
      "a match of the laboratory with the starter is the same as with play",
      "an endless loop holds nobody up, and ends with stop",
      "a bot asks for what is not its own: network, storage, the page, other bots",
    ],
  },
  netorcai: {
    "netorcai.test.mjs": ["hexabomb of a netorcai server is shown on its board"],
  },
  competitions: {
    "competition.test.mjs": [
      "all pages fit 1280 pixels and link to each other",
      "a page follows the event without being loaded again",
    ],
    "front.test.mjs": [],
    "dryrun.test.mjs": [],
    "event-access.test.mjs": [],
  },
  "files and frames": {
    "export.test.mjs": ["2016-Bomberman as one HTML file opens from disk and asks for nothing"],
    "export-lab.test.mjs": ["hexabomb: a file from the disk is played on by hand, and back again"],
    "downloads.test.mjs": [],
    "embed.test.mjs": [],
  },
  "the manual": {
    "docs.test.mjs": ["the keys lead to the manual, and its contents from page to page"],
    "search.test.mjs": ["the keyboard alone goes from the field to a place, whose hits are marked"],
  },
  "keys and menu": {
    "keys.test.mjs": ["keys go from turn to turn", "the board is zoomed by the wheel and dragged"],
    "menu.test.mjs": ["the secret of a seat leaves the address and is in no link, and a reload keeps the seat"],
    "messages.test.mjs": [],
  },
  "small screens and those who hear the page": {
    "phone.test.mjs": ["hexabomb on a phone: all is on the screen and large enough for fingers"],
    "access.test.mjs": ["Tab reaches every control, in order, with a focus that is seen"],
    "zoom.test.mjs": [],
  },
  "what means harm": {
    "hostile.test.mjs": ["markup in a bot's program, output and actions is shown as text"],
  },
};

/** The folder of the tests. */
export const folder = fileURLToPath(new URL(".", import.meta.url));

/**
 * The files of a stage with the names of the tests to run in them; without names: all.
 * @param {"quick" | "all"} stage
 * @returns {{ file: string, names?: string[] }[]}
 */
export function filesOf(stage) {
  check();
  const files = Object.values(subjects).flatMap((subject) => Object.entries(subject));
  if (stage === "all") return files.map(([file]) => ({ file }));
  return files.filter(([, names]) => names.length > 0).map(([file, names]) => ({ file, names }));
}

/** Checks that each test file belongs to one subject, and that the stage "quick" has a test of each subject. */
function check() {
  const listed = Object.values(subjects)
    .flatMap((subject) => Object.keys(subject))
    .sort();
  const there = readdirSync(folder)
    .filter((name) => name.endsWith(".test.mjs"))
    .sort();
  const faults = [
    ...there.filter((file) => !listed.includes(file)).map((file) => `${file} belongs to no subject`),
    ...listed.filter((file) => !there.includes(file)).map((file) => `there is no ${file}`),
    ...listed.filter((file, i) => listed.indexOf(file) !== i).map((file) => `${file} belongs to two subjects`),
    ...Object.entries(subjects)
      .filter(([, files]) => Object.values(files).flat().length === 0)
      .map(([subject]) => `no quick test is about ${subject}`),
  ];
  if (faults.length > 0) throw new Error(`stages.mjs: ${faults.join("; ")}`);
}
