#!/usr/bin/env python3
"""A starter bot for 2016-Bomberman over standard input and output: bombs walls and players. Make it better!"""
import json
import sys

from board import (PLACE_BOMB, STAY, TRIGGER_BOMB, Cell, State, blast, blocks, bombs_of, cell_of, danger, distances,
                   draw, free_cells, next_bomb, path, player, plays, random, triggered,
                   ways_out, without)


def choose(state: State, key: str) -> int:
    """Look at the state of the game and return a command."""
    me = player(state, key)
    here, board, mine = cell_of(me), blocks(state), bombs_of(state, key)
    # draw(circle=here, color="red")  # to see it on the page
    # Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
    wary = triggered(without(state, key), lambda bomb: bomb["Owner"]["Key"] != key)
    free, hot, ways = free_cells(wary), danger(wary), ways_out(wary, here) or ways_out(state, here)

    def gain(cell: Cell) -> int:  # what a bomb there would hit: soft walls that no bomb breaks yet, and other players
        held = [there for there in blast(wary, next_bomb(me, cell)) if board[there]["Entity"] and there != here]
        return sum(there not in hot or "Wall" not in board[there]["Entity"]["$type"] for there in held)

    def safe(cell: Cell) -> bool:  # whether we survive a bomb there
        return bool(ways_out(wary, cell, next_bomb(me, cell)))

    if len(mine) < me["BombBag"] and not board[here]["Bomb"] and gain(here) and safe(here):
        return PLACE_BOMB
    if mine and mine[0]["BombTimer"] > 2 and 1 not in hot[cell_of(mine[0])] and \
            STAY in ways_out(triggered(wary, lambda bomb: bomb == mine[0]), here):
        return TRIGGER_BOMB  # no need to wait, and no other bomb sets it off before
    # Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
    far = distances(free, here)
    worth = {cell: gain(cell) + (4 if board[cell]["PowerUp"] else 0) for cell in far if cell != here}
    for cell in sorted((c for c in worth if worth[c]), key=lambda c: (-worth[c] / (far[c] + 2), c)):
        first = (path(free, here, cell) or [STAY])[0]
        if first in ways and (board[cell]["PowerUp"] or safe(cell)):
            return first
    return ways[int(random(state) * len(ways))] if ways else STAY


def main() -> None:
    start = json.loads(sys.stdin.readline())  # who we are, and how long the match is
    plays("bomberman", start["game"])
    for line in sys.stdin:  # the program lives for the whole match: what it remembers stays
        message = json.loads(line)
        if message["type"] == "end":
            print("winner:", message["winner"], "we are:", start["player"], file=sys.stderr)
            break
        # Standard output is for answers only, one line each: print all else to standard error.
        print(json.dumps({"command": choose(message["state"], start["key"])}), flush=True)


if __name__ == "__main__":
    main()
