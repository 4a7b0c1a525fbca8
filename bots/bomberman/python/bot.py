#!/usr/bin/env python3
"""A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better!"""
from board import (PLACE_BOMB, STAY, TRIGGER_BOMB, Cell, State, blast, blocks, bombs_of, cell_of, danger, distances,
                   draw, free_cells, next_bomb, path, play_round, player, random, triggered,
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
    if mine and mine[0]["BombTimer"] > 2 and STAY in ways_out(triggered(wary, lambda bomb: bomb == mine[0]), here):
        return TRIGGER_BOMB  # no need to wait
    # Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
    far = distances(free, here)
    worth = {cell: gain(cell) + (4 if board[cell]["PowerUp"] else 0) for cell in far if cell != here}
    for cell in sorted((c for c in worth if worth[c]), key=lambda c: (-worth[c] / (far[c] + 2), c)):
        first = (path(free, here, cell) or [STAY])[0]
        if first in ways and (board[cell]["PowerUp"] or safe(cell)):
            return first
    return ways[int(random(state) * len(ways))] if ways else STAY


if __name__ == "__main__":
    play_round(choose)
