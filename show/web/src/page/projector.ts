// Carries out what the projector decides: see state/projecting.ts.
import type { Catalog } from "../list/catalog";
import type { MatchView } from "../match/matchview";
import { project, type Act, type Happening } from "../state/projecting";
import type { State } from "../state/state";

/** What the projector needs of the page. */
export interface Screen {
  readonly state: State;
  readonly view: MatchView | undefined;
  readonly catalog: Catalog | undefined;
  /** Shows a match. */
  choose(id: string, turn: number | undefined, by: "projector" | "reader"): unknown;
  /** Draws what has changed. */
  changed(): void;
}

export class Projector {
  constructor(private readonly screen: Screen) {}

  happen(happening: Happening): void {
    const { state, view, catalog } = this.screen;
    const matches = catalog?.matches ?? [];
    const acts = project(state, happening, {
      turns: view?.source,
      newest: matches.at(-1)?.id,
      live: matches.filter(({ live }) => live).map(({ id }) => id),
      series: catalog?.series,
      now: performance.now(),
    });
    if (acts.length === 0 && !state.projecting.on) return;
    const { step } = state.projecting;
    for (const act of acts) this.act(act, step);
    this.screen.changed();
  }

  private act(act: Act, step: number): void {
    const { state, view, catalog } = this.screen;
    const done = (): void => this.happen({ what: "done", step });
    switch (act.act) {
      case "leave":
        return view?.leaveStory();
      case "moments":
        return void view?.highlights().then(done);
      case "wait":
        return void setTimeout(done, act.time);
      case "open":
        return void this.screen.choose(act.id, act.turn, state.projecting.on ? "projector" : "reader");
      case "find":
        return void catalog?.after(act.after).then(
          (id) => this.happen({ what: "next", step, id }),
          () => this.happen({ what: "failed", step }),
        );
    }
  }
}
