#!/usr/bin/env python3
"""A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better!

Each round it is started anew with two arguments, its key and the folder of the round. There it reads state.json, and
writes its command into move.txt.
"""
import json
import os
import random
import sys

UP, LEFT, RIGHT, DOWN, PLACE_BOMB, TRIGGER_BOMB = 1, 2, 3, 4, 5, 6

# What each move adds to x and y. (1, 1) is the upper left block of the map.
STEPS = {UP: (0, -1), LEFT: (-1, 0), RIGHT: (1, 0), DOWN: (0, 1)}


def neighbours(state, x, y):
    """The four blocks around (x, y), as pairs of a move and a block. GameBlocks is a list of columns."""
    return [(move, state["GameBlocks"][x + dx - 1][y + dy - 1]) for move, (dx, dy) in STEPS.items()]


def choose(state, key):
    """Look at the state of the game and return a command."""
    me = next(player for player in state["RegisteredPlayerEntities"] if player["Key"] == key)
    x, y = me["Location"]["X"], me["Location"]["Y"]

    # Where could we go? An entity is a wall or a player; an open power-up is no hindrance.
    free = [move for move, block in neighbours(state, x, y) if block["Entity"] is None and block["Bomb"] is None]

    # Which bombs are ours? A blast runs along rows and columns only.
    bombs = [block["Bomb"] for column in state["GameBlocks"] for block in column if block["Bomb"]]
    mine = [bomb["Location"] for bomb in bombs if bomb["Owner"]["Key"] == key]
    safe = all(at["X"] != x and at["Y"] != y for at in mine)

    if mine and safe and random.random() < 0.3:
        return TRIGGER_BOMB
    if not free or (len(mine) < me["BombBag"] and random.random() < 0.15):
        return PLACE_BOMB
    return random.choice(free)


def main():
    key, folder = sys.argv[1], sys.argv[2]
    if os.path.isdir(os.path.join(folder, key)):
        folder = os.path.join(folder, key)  # our own folder in that of the round
    with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
        state = json.load(file)
    command = choose(state, key)
    with open(os.path.join(folder, "move.txt"), "w", encoding="utf-8") as file:
        file.write(str(command))
    print("round", state["CurrentRound"], "command", command)  # goes to log.txt


if __name__ == "__main__":
    main()
