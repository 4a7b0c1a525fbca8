import assert from "node:assert/strict";
import { test } from "node:test";
import { usual } from "../page/settings";
import type { Frame } from "../model";
import { arrived, choose } from "./choice";
import { drawFrame, hasTurned, newMatch } from "./match";
import { goTo } from "./playback";
import { project, type Act, type Happening, type Known } from "./projecting";
import { newState, type State } from "./state";

/** A page with a list of matches. What it is to do is kept in acts. */
class Page {
  readonly state: State = newState({ ...usual });
  readonly known: Known & { turns: NonNullable<Known["turns"]>; live: string[] };
  acts: Act[] = [];
  /** The report on the last acts. */
  private step = 0;

  constructor(id: string, newest = 9, live = false) {
    const turns = { newest, live, frame: (turn: number): Frame => ({ turn }), want: () => {} };
    this.known = { turns, newest: "z", live: [], series: undefined, now: 0 };
    this.open(id, live);
  }

  open(id: string, live = false): void {
    const { state, known } = this;
    known.turns = { ...known.turns, live };
    arrived(state.choice, choose(state.choice, id));
    state.match = newMatch(live);
    this.happen({ what: "opened" });
  }

  happen(happening: Happening): void {
    this.acts = project(this.state, happening, this.known);
    this.step = this.state.projecting.step;
  }

  done(): void {
    this.happen({ what: "done", step: this.step });
  }

  /** Shows the last turn. */
  end(): void {
    const { match } = this.state;
    const { turns } = this.known;
    if (!match) return;
    match.playback.playing = false;
    goTo(match.playback, turns, turns.newest);
    drawFrame(match, { turn: turns.newest }, 0, 1, false);
    if (hasTurned(match, turns)) this.happen({ what: "rested", over: match.rested });
  }

  /** The names of what is to be done. */
  get todo(): string {
    return this.acts.map((act) => (act.act === "open" ? `open ${act.id}` : act.act)).join();
  }

  /** What is seen. */
  get seen(): string {
    const { projecting, match } = this.state;
    return `${projecting.phase}${match?.final ? ", standings" : ""}${projecting.table ? ", table" : ""}`;
  }
}

test("a folder of replays: moments, standings, then the next one from its start", () => {
  const page = new Page("a");
  page.happen({ what: "entered" });
  assert.ok(page.state.match?.playback.playing);
  page.end();
  assert.equal(page.todo, "moments");
  page.done();
  assert.deepEqual([page.todo, page.seen], ["wait", "final, standings"]);
  page.done();
  assert.deepEqual([page.todo, page.seen], ["find", "done, standings"]);
  page.happen({ what: "next", step: page.state.projecting.step, id: "b" });
  assert.deepEqual(page.acts, [{ act: "open", id: "b", turn: 0 }]);
  page.open("b");
  assert.deepEqual([page.seen, page.state.match?.playback.playing], ["match", true]);
});

test("a single replay begins again", () => {
  const page = new Page("a");
  page.happen({ what: "entered" });
  page.end();
  page.done();
  page.done();
  page.happen({ what: "next", step: page.state.projecting.step, id: "a" });
  assert.deepEqual(
    [page.seen, page.state.match?.playback.turn, page.state.match?.playback.playing],
    ["match", 0, true],
  );
});

test("a series: its table comes after the standings and stays until a match is live; old ones are not repeated", () => {
  const page = new Page("a", 9, true);
  page.known.series = { live: true, planned: 7 };
  page.happen({ what: "entered" });
  assert.ok(page.state.match?.playback.following);
  page.known.turns = { ...page.known.turns, live: false };
  page.end();
  page.done();
  page.done();
  assert.deepEqual([page.todo, page.seen], ["wait", "series, standings, table"]);
  assert.deepEqual(page.state.projecting.table, { over: false });
  page.known.series = { live: false, planned: 7 };
  page.done();
  assert.deepEqual([page.todo, page.seen], ["", "done, standings, table"]);
  assert.deepEqual(page.state.projecting.table, { over: true });
  page.known.live = ["a", "b"];
  page.happen({ what: "listed" });
  assert.equal(page.todo, "open b");
  choose(page.state.choice, "b", "projector");
  page.happen({ what: "listed" });
  assert.equal(page.todo, "", "it is being opened");
  page.known.live = ["b", "c"];
  page.happen({ what: "listed" });
  assert.equal(page.todo, "open c", "a newer one");
  choose(page.state.choice, "c", "projector");
  page.happen({ what: "listed" });
  assert.equal(page.todo, "", "and not back to b");
});

test("late answers and timers of a step that was left do nothing", () => {
  const page = new Page("a");
  page.happen({ what: "entered" });
  page.end();
  const { step } = page.state.projecting;
  const match = page.state.match;
  assert.ok(match);
  goTo(match.playback, page.known.turns, 3); // somebody goes back while the moments are shown
  page.happen({ what: "left" });
  for (const happening of [
    { what: "done", step },
    { what: "failed", step },
    { what: "next", step, id: "b" },
  ] as const) {
    page.happen(happening);
    assert.deepEqual([page.todo, page.seen], ["", "match"], happening.what);
  }
  page.happen({ what: "entered" });
  page.happen({ what: "done", step });
  assert.deepEqual([page.todo, page.seen], ["", "match"], "entered again meanwhile");
});

test("who leaves the projector comes back to the turn that was shown, even while the next match is being opened", () => {
  const page = new Page("a");
  assert.ok(page.state.match);
  goTo(page.state.match.playback, page.known.turns, 4);
  page.happen({ what: "entered" });
  page.end();
  page.done();
  page.done();
  page.happen({ what: "next", step: page.state.projecting.step, id: "b" });
  const { choice } = page.state;
  const number = choose(choice, "b", "projector");
  page.happen({ what: "left" });
  assert.deepEqual([page.state.match.playback.turn, page.state.match.playback.playing], [4, false]);
  assert.equal(arrived(choice, number), false, "b comes too late");
  assert.deepEqual([choice.shown, page.seen], ["a", "match"]);
});

test("who leaves it in another match is led back to the first one", () => {
  const page = new Page("a");
  page.happen({ what: "entered" });
  page.open("b");
  page.happen({ what: "left" });
  assert.deepEqual(page.acts, [{ act: "leave" }, { act: "open", id: "a", turn: 0 }]);
});

test("a match that cannot be opened, or a list that does not answer, is tried again; a match on the screen stays", () => {
  const page = new Page("a");
  page.happen({ what: "entered" });
  const fail = (): void => page.happen({ what: "failed", step: page.state.projecting.step });
  fail();
  assert.deepEqual([page.todo, page.seen], ["", "match"]);
  page.end();
  page.done();
  page.done();
  fail();
  assert.equal(page.todo, "wait");
  page.done();
  assert.equal(page.todo, "find");
  page.happen({ what: "next", step: page.state.projecting.step, id: "b" });
  choose(page.state.choice, "b", "projector");
  fail();
  assert.equal(page.todo, "wait");
  page.done();
  assert.deepEqual(page.acts, [{ act: "find", after: "b" }], "it goes on after the one that fails");
});

test("if another page decides what comes next, the standings stay", () => {
  const page = new Page("a");
  page.state.plays = true;
  page.happen({ what: "entered" });
  page.end();
  page.done();
  assert.deepEqual([page.todo, page.seen], ["", "final, standings"]);
  page.known.live = ["b"];
  page.happen({ what: "listed" });
  assert.equal(page.todo, "");
});
