// The parts of the laboratory, for each other.
import type { BotHost } from "../bot/host";
import type { LabClient } from "../client";
import type { Learning } from "../learn/learning";
import type { BotPane } from "./botpane";
import type { Engine } from "./engine";
import type { MatchPane } from "./matchpane";
import type { Runs } from "./runs";
import type { SeriesPane } from "./seriespane";
import type { Status } from "./status";
import type { Views } from "./views";

export interface Parts {
  /** The root element of the laboratory. */
  readonly element: HTMLElement;
  readonly rules: LabClient;
  readonly bots: BotHost;
  readonly engine: Engine;
  readonly runs: Runs;
  readonly status: Status;
  readonly views: Views;
  readonly pane: MatchPane;
  readonly bot: BotPane;
  readonly seriesPane: SeriesPane;
  readonly learning: Learning;
}
