import assert from "node:assert/strict";
import { test } from "node:test";
import type { BotHost, BotRun } from "../bot/host";
import type { LabClient } from "../client";
import { Engine } from "./engine";

test("an engine that is closed while a bot starts plays nothing, and ends the bot", async () => {
  const done: string[] = [];
  let started: (run: BotRun) => void = () => {};
  const bots = { start: () => new Promise<BotRun>((resolve) => (started = resolve)) } as unknown as BotHost;
  const rules = { match: () => done.push("a match"), close: () => done.push("closed") } as unknown as LabClient;
  const engine = new Engine(rules, bots);
  const played = engine.play({ config: { seats: [{ bot: "page" }] } }, new Map([[0, {}]]), 0, {});
  engine.close();
  started({ port: {} as MessagePort, heard: () => Promise.resolve(), stop: () => done.push("stopped") });
  await assert.rejects(played, /closed/);
  assert.deepEqual(done, ["closed", "stopped"]);
});
