"""Helpers for the board of hexabomb: standard library only, Python 3.8 or newer. None of them changes its arguments.

A cell is a pair (q, r). A turn counts from now: 1 is the turn that the bot is asked for.
"""
from __future__ import annotations

import json
import os
import sys
from typing import Any, Container, Dict, Iterable, Iterator, List, Optional, Set, Tuple, TypedDict

Place = TypedDict("Place", {"q": int, "r": int})  # what has a cell
ColoredCell = TypedDict("ColoredCell", {"q": int, "r": int, "color": int})
Character = TypedDict("Character", {"q": int, "r": int, "id": int, "color": int, "alive": bool, "revive_delay": int,
                                    "bomb_count": int})
Blast = TypedDict("Blast", {"q": int, "r": int, "range": int})  # what a blast needs
Bomb = TypedDict("Bomb", {"q": int, "r": int, "range": int, "delay": int, "color": int})
State = TypedDict("State", {"cells": List[ColoredCell], "characters": List[Character], "bombs": List[Bomb],
                            "explosions": Dict[str, List[Place]], "cell_count": Dict[str, int],
                            "score": Dict[str, int]})
Action = TypedDict("Action", {"id": int, "movement": str, "direction": str, "bomb_range": int, "bomb_delay": int},
                   total=False)  # what one character shall do
Cell = Tuple[int, int]  # q and r
Board = Dict[Cell, int]  # the colour of every cell there is; 0: neutral, else a player's id + 1

# The six directions of the board, and what each adds to (q, r).
DIRECTIONS = {"x+": (1, 0), "y+": (1, -1), "z+": (0, -1), "x-": (-1, 0), "y-": (-1, 1), "z-": (0, 1)}
STAY = "stay"  # what ways_out says in place of a direction; to stay, give the character no action
FOREVER = 1 << 30


def numbers(seed: int) -> Iterator[float]:
    """Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters."""
    while True:
        seed = (seed + 0x6D2B79F5) & 0xFFFFFFFF
        n = (seed ^ seed >> 15) * (seed | 1) & 0xFFFFFFFF
        n ^= (n + (n ^ n >> 7) * (n | 61)) & 0xFFFFFFFF
        yield (n ^ n >> 14) / 2 ** 32


# The next random number from 0 to below 1: random() gives the same ones in each match with the same seed.
random = numbers(int(os.environ.get("BLASTYARD_SEED") or 1)).__next__


def cell_of(thing: Place) -> Cell:
    """Where a character, a bomb or a cell of the state is."""
    return thing["q"], thing["r"]


def board_of(state: State) -> Board:
    """The colour of every cell there is."""
    return {cell_of(cell): cell["color"] for cell in state["cells"]}


def neighbours(cell: Cell) -> List[Tuple[str, Cell]]:
    """The six cells around a cell, each after its direction. Some may not be on the board."""
    return [(direction, (cell[0] + dq, cell[1] + dr)) for direction, (dq, dr) in DIRECTIONS.items()]


def free_cells(state: State) -> Set[Cell]:
    """The cells that hold neither a living character nor a bomb."""
    taken = {cell_of(c) for c in state["characters"] if c["alive"]} | {cell_of(bomb) for bomb in state["bombs"]}
    return set(board_of(state)) - taken


def distances(free: Container[Cell], start: Cell) -> Dict[Cell, int]:
    """The steps from start to every cell that can be reached over free cells, nearest first. start need not be free."""
    steps, queue = {start: 0}, [start]
    for here in queue:
        for _, there in neighbours(here):
            if there in free and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def distance(free: Container[Cell], start: Cell, goal: Cell) -> Optional[int]:
    """The steps from start to goal over free cells; None: there is no way."""
    return distances(free, start).get(goal)


def path(free: Container[Cell], start: Cell, goal: Cell) -> Optional[List[str]]:
    """The directions of a shortest way from start to goal over free cells; None: there is no way."""
    ways: Dict[Cell, List[str]] = {start: []}
    queue = [start]
    for here in queue:
        for direction, there in neighbours(here):
            if there in free and there not in ways:
                ways[there] = ways[here] + [direction]
                queue.append(there)
    return ways.get(goal)


def blast(board: Container[Cell], bomb: Blast) -> Set[Cell]:
    """The cells that a bomb covers: its own, and up to its range in each direction, ended by the first missing one."""
    covered = {cell_of(bomb)}
    for dq, dr in DIRECTIONS.values():
        for step in range(1, bomb["range"] + 1):
            target = (bomb["q"] + step * dq, bomb["r"] + step * dr)
            if target not in board:
                break
            covered.add(target)
    return covered


def danger(board: Container[Cell], bombs: Iterable[Bomb]) -> Dict[Cell, List[int]]:
    """The turns at whose ends a cell is in a blast, ascending; none: it is missing. Bombs in a blast go off with it."""
    hot: Dict[Cell, List[int]] = {}
    waiting = [(bomb, blast(board, bomb)) for bomb in bombs]
    while waiting:
        turn = min(bomb["delay"] for bomb, _ in waiting)
        covered: Set[Cell] = set()
        while True:
            lit = [cells for bomb, cells in waiting if bomb["delay"] <= turn or cell_of(bomb) in covered]
            if not lit:
                break
            waiting = [(bomb, cells) for bomb, cells in waiting
                       if bomb["delay"] > turn and cell_of(bomb) not in covered]
            covered.update(*lit)
        for cell in covered:
            hot.setdefault(cell, []).append(turn)
    return hot


def ways_out(state: State, cell: Cell, bomb: Optional[Tuple[int, int]] = None) -> List[str]:
    """The first moves with which a character on the cell survives all bombs that are known, STAY for not moving.

    Everybody else is taken to stay and to drop no bomb. With bomb, a pair of range and delay, the character drops
    that bomb in this turn, and the moves are those of the next turn. An empty list: there is no way out.
    """
    board = board_of(state)
    bombs = list(state["bombs"])
    if bomb:
        bombs.append({"q": cell[0], "r": cell[1], "range": bomb[0], "delay": bomb[1] + 1, "color": 0})
    hot = danger(board, bombs)
    if bomb and 1 in hot[cell]:
        return []
    others = [c for c in state["characters"] if c["alive"] and cell_of(c) != cell]
    blocked = {cell_of(bomb) for bomb in bombs} | {cell_of(c) for c in others}
    around: Dict[Cell, List[Cell]] = {}  # the cells where each way leads, for those that were reached
    blasts = sorted({turn for turns in hot.values() for turn in turns})
    turn, last = (2 if bomb else 1), blasts[-1] if blasts else 1
    reached = {cell: 0}  # where it can be, and a bit for each first move that leads there
    while True:
        covered = {there for there, turns in hot.items() if turn in turns}
        # What has blown up no longer blocks its cell.
        closed = {there for there in blocked if hot.get(there, [FOREVER])[0] >= turn} | covered
        after: Dict[Cell, int] = {}
        for here, firsts in reached.items():
            if here not in around:
                around[here] = [there for _, there in neighbours(here)] + [here]
            for way, there in enumerate(around[here]):
                if there in board and (there not in closed or (there == here and here not in covered)):
                    after[there] = after.get(there, 0) | (firsts or 1 << way)
        if turn >= last:
            survived = [way for way in range(7) if any(firsts >> way & 1 for firsts in after.values())]
            return [[*DIRECTIONS, STAY][way] for way in survived]
        # While nothing explodes and nothing is new, the coming turns are like this one.
        same = after == reached and turn not in blasts
        reached, turn = after, min(t for t in blasts if t > turn) if same else turn + 1


def revival(state: State, me: Dict[str, Any], free: Set[Cell]) -> List[Action]:
    """How a dead character lives again, if it can: where it died, by the rules of 2018 (no bomb_count) anywhere."""
    if "bomb_count" in me:
        return [{"id": me["id"], "movement": "revive"}] if cell_of(me) in free else []
    board, own, calm = board_of(state), me["color"], free - set(danger(board_of(state), state["bombs"]))
    cell = max(sorted(calm), key=lambda c: sum(board.get(n, own) != own for _, n in neighbours(c)), default=None)
    return [{"id": me["id"], "movement": "revive", "revive_q": cell[0], "revive_r": cell[1]}] if cell else []


def plays(game: str, match: str) -> None:
    """End the program with one line if a match is of another game than its bot."""
    if match != game:
        sys.exit(f"this bot plays {game}, and the match is one of {match}")


def draw(**shape: Any) -> None:
    """Draw on the board of the page, such as draw(cell=[2, -1], text="37", color="red")."""
    print("@draw", json.dumps(shape), file=sys.stderr, flush=True)
