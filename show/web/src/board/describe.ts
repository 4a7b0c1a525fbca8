// Describes in words what is on a cell.

import { legendOf } from "../legend";
import { brick, type Frame, markOf, type Header, stone, type Token } from "../model";
import { dangers } from "./danger";

/**
 * Describes a cell, such as "(3, -2): ground of B hunter; character B7, alive, 1 bomb ready"; "" if there is no such
 * cell.
 */
export function describe(header: Header, frame: Frame, cell: number): string {
  const at = header.cells[cell];
  if (!at) return "";
  const parts = [ground(header, frame, cell)];
  const item = frame.items?.[cell] ?? 0;
  if (item > 0) parts.push(legendOf(header).items?.[item - 1]?.hint ?? "an item");
  for (const token of frame.tokens ?? []) if (token[2] === cell) parts.push(character(header, token));
  for (const [where, owner, timer, range] of frame.bombs ?? []) {
    if (where === cell) parts.push(`bomb of ${markOf(header, owner - 1)}, explodes ${within(timer)}, ${reach(range)}`);
  }
  for (const [where, owner] of frame.explosions ?? []) if (where === cell) parts.push(blast(header, owner));
  const danger = dangers(header, frame)[cell] ?? 0;
  if (danger > 0) parts.push(`blows up ${within(danger)}`);
  return `(${at[0]}, ${at[1]}): ${parts.join("; ")}`;
}

function ground(header: Header, frame: Frame, cell: number): string {
  const wall = frame.walls?.[cell];
  if (wall === stone) return "stone wall";
  if (wall === brick) return "brick wall";
  const owner = frame.owners?.[cell] ?? 0;
  if (owner > 0) return `ground of ${playerName(header, owner - 1)}`;
  return legendOf(header).painted ? "neutral ground" : "open ground";
}

function character(header: Header, [id, player, , alive, revival, bombs]: Token): string {
  const special = header.players[player]?.special ? "special " : "";
  const name = id < 0 ? playerName(header, player) : markOf(header, player) + id;
  const who = `${special}${id < 0 ? "player" : "character"} ${name}`;
  if (alive && bombs < 0) return `${who}, alive`; // these rules do not count bombs
  if (alive) return `${who}, alive, ${bombs === 1 ? "1 bomb" : `${bombs} bombs`} ready`;
  if (revival > 0) return `${who}, dead, may live again in ${turns(revival)}`;
  return revival === 0 ? `${who}, dead, may live again now` : `${who}, dead`;
}

/** The range of a bomb in words; see Field.reach for a negative range. */
function reach(range: number): string {
  return range < 0 ? "burns left and up as far as the walls let it" : `range ${range}`;
}

function blast(header: Header, owner: number): string {
  if (owner > 0) return `blast of ${markOf(header, owner - 1)} this turn`;
  return legendOf(header).painted ? "neutral blast this turn" : "blast this turn";
}

function playerName(header: Header, player: number): string {
  const name = header.players[player]?.name ?? "";
  return name === "" ? markOf(header, player) : `${markOf(header, player)} ${name}`;
}

function within(count: number): string {
  return count <= 1 ? "in the coming turn" : `in ${count} turns`;
}

function turns(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}
