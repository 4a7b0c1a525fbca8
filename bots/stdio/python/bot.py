#!/usr/bin/env python3
"""A starter bot for hexabomb over standard input and output: takes cells, bombs where it can. Make it better!"""
import json
import sys
from typing import List

from board import (STAY, Action, State, blast, board_of, cell_of, danger, distances, draw, free_cells, neighbours, path,
                   plays, random, revival, ways_out)

REACH, DELAY, GAIN = 4, 3, 8  # of our bombs, and how many cells each must win


def choose_actions(state: State, player_id: int, may_revive: bool) -> List[Action]:
    """Look at the state of the game and return one action for each of our characters."""
    color, board, free = player_id + 1, board_of(state), free_cells(state)
    bombs, hot = {cell_of(bomb) for bomb in state["bombs"]}, danger(board, state["bombs"])
    actions: List[Action] = []
    # To see on the page what the bot sees: for cell in hot: draw(cell=cell, color="red")
    for me in (c for c in state["characters"] if c["color"] == color):
        here = cell_of(me)
        if not me["alive"]:
            if may_revive and me["revive_delay"] == 0:
                actions += revival(state, me, free)
                free.discard(here)
            continue
        reach = blast(board, {"q": here[0], "r": here[1], "range": REACH})
        won = [cell for cell in reach if board[cell] != color and cell not in hot]
        armed = me.get("bomb_count", 1) > 0 and here not in bombs
        if armed and len(won) >= GAIN and ways_out(state, here, (REACH, DELAY)):
            actions.append({"id": me["id"], "movement": "bomb", "bomb_range": REACH, "bomb_delay": DELAY})
            continue
        # Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
        around = {**dict(neighbours(here)), STAY: here}
        ways = [way for way in ways_out(state, here) if way == STAY or around[way] in free]
        calm = [way for way in ways if hot.get(around[way], [9])[0] > 2] or ways or [STAY]
        goal = next((c for c in distances(free, here) if board[c] != color and c != here and c not in hot), here)
        first = (path(free, here, goal) or [STAY])[0]
        direction = first if first in calm else calm[int(random() * len(calm))]
        if direction != STAY:
            free.remove(around[direction])  # so that our next character does not want to go there, too
            actions.append({"id": me["id"], "movement": "move", "direction": direction})
    return actions


def main() -> None:
    start = json.loads(sys.stdin.readline())  # who we are, and how long the match is
    plays("hexabomb", start["game"])
    may_revive = start["special_players"] == 0  # in sudden death the dead stay dead
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            print("winner:", message["winner"], "we are:", start["player"], file=sys.stderr)
            break
        actions = choose_actions(message["state"], start["player"], may_revive)
        print(json.dumps(actions), flush=True)  # one line for each turn: print all else to standard error


if __name__ == "__main__":
    main()
