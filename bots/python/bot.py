#!/usr/bin/env python3
"""A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better!"""
import sys
from typing import List

import netorcai
from board import (STAY, Action, State, blast, board_of, cell_of, danger, distances, draw, free_cells, neighbours,
                   path, random, revival, ways_out)

NICKNAME = "mybot"  # 1 to 10 characters without blanks
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
        won = [c for c in blast(board, {"q": here[0], "r": here[1], "range": REACH}) if board[c] != color and c not in hot]
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
    with netorcai.Client(NICKNAME) as client:
        game = client.wait_for_start()
        may_revive = game["nb_special_players"] == 0  # in sudden death the dead stay dead
        for turn in client.turns():
            client.act(choose_actions(turn["game_state"], game["player_id"], may_revive))
        # Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
        print("winner:", client.game_ends["winner_player_id"], "we are:", game["player_id"])


if __name__ == "__main__":
    try:
        main()
    except netorcai.NetorcaiError as error:
        sys.exit(f"bot.py: {error}")
