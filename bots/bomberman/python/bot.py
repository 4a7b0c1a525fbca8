#!/usr/bin/env python3
"""A starter bot for 2016-Bomberman: keeps out of blasts, breaks walls, takes power-ups. Make it better!"""
import os
import random

from board import (PLACE_BOMB, STAY, TRIGGER_BOMB, State, blast, blocks, bombs_of, cell_of, danger, distances, draw,
                   free_cells, neighbours, next_bomb, path, play_round, player, ways_out)

chance = random.Random(os.environ.get("BLASTYARD_SEED"))  # the same choices whenever the match has the same seed


def choose(state: State, key: str) -> int:
    """Look at the state of the game and return a command."""
    me = player(state, key)
    here, board, free, hot = cell_of(me), blocks(state), free_cells(state), danger(state)
    # draw(circle=here, color="red")  # to see it on the page

    # What would we blow up? Soft walls that are not in a blast already, and the other players.
    targets = {cell for cell, block in board.items() if block["Entity"] and cell != here and cell not in hot
               and "Indestructible" not in block["Entity"]["$type"]}
    mine, bomb = bombs_of(state, key), next_bomb(me, here)
    armed = len(mine) < me["BombBag"]
    if armed and not board[here]["Bomb"] and blast(state, bomb) & targets and ways_out(state, here, bomb):
        return PLACE_BOMB
    if mine and here not in hot and min(b["BombTimer"] for b in mine) > 2:
        return TRIGGER_BOMB  # no need to wait

    # Where could we go and live? Best where nothing explodes, and towards a power-up or a place for a bomb.
    around = {**dict(neighbours(here)), STAY: here}
    ways = ways_out(state, here)
    calm = [way for way in ways if around[way] not in hot]
    goal = here
    for cell in distances(free, here):
        useful = board[cell]["PowerUp"] or armed and any(there in targets for _, there in neighbours(cell))
        if cell != here and cell not in hot and (useful or here in hot):
            goal = cell
            break
    first = (path(free, here, goal) or [STAY])[0]
    if first in calm or (here in hot and first in ways):
        return first
    return chance.choice(calm or ways or [STAY])


if __name__ == "__main__":
    play_round(choose)
