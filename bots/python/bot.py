#!/usr/bin/env python3
"""A starter bot for hexabomb: walks at random, likes fresh cells, drops a bomb now and then. Make it better!"""
import random
import sys

import netorcai

# The six directions of a hexagonal board, and what each adds to (q, r).
DIRECTIONS = {"x+": (1, 0), "y+": (1, -1), "z+": (0, -1), "x-": (-1, 0), "y-": (-1, 1), "z-": (0, 1)}


def neighbours(q, r):
    """The six cells around (q, r), as pairs of a direction and a cell. Some may not be on the board."""
    return [(direction, (q + dq, r + dr)) for direction, (dq, dr) in DIRECTIONS.items()]


def choose_actions(state, player_id, may_revive):
    """Look at the state of the game and return one action for each of our characters."""
    my_color = player_id + 1
    colors = {(cell["q"], cell["r"]): cell["color"] for cell in state["cells"]}
    bombs = {(bomb["q"], bomb["r"]) for bomb in state["bombs"]}
    taken = bombs | {(c["q"], c["r"]) for c in state["characters"] if c["alive"]}

    actions = []
    for me in state["characters"]:
        if me["color"] != my_color:
            continue  # somebody else's
        here = (me["q"], me["r"])
        if not me["alive"]:
            if may_revive and me["revive_delay"] == 0:
                actions.append({"id": me["id"], "movement": "revive"})
            continue
        # Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
        free = [(direction, cell) for direction, cell in neighbours(*here) if cell in colors and cell not in taken]
        fresh = [(direction, cell) for direction, cell in free if colors[cell] != my_color]
        if me["bomb_count"] > 0 and here not in bombs and random.random() < 0.1:
            actions.append({"id": me["id"], "movement": "bomb",
                            "bomb_range": random.randint(2, 4), "bomb_delay": random.randint(2, 4)})
        elif free:
            direction, cell = random.choice(fresh or free)
            taken.add(cell)  # so that our next character does not want to go there, too
            actions.append({"id": me["id"], "movement": "move", "direction": direction})
    return actions


def main():
    with netorcai.Client("pybot") as client:
        game = client.wait_for_start()
        may_revive = game["nb_special_players"] == 0  # in sudden death the dead stay dead
        for turn in client.turns():
            client.act(choose_actions(turn["game_state"], game["player_id"], may_revive))
        print("winner:", client.game_ends["winner_player_id"], "we are:", game["player_id"])


if __name__ == "__main__":
    try:
        main()
    except netorcai.NetorcaiError as error:
        sys.exit(f"bot.py: {error}")
