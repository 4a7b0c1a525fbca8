#!/usr/bin/env python3
"""A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!"""
import random
import sys
from typing import List

import netorcai
from netorcai import Action, State, danger, neighbours

NICKNAME = "mybot"  # 1 to 10 characters without blanks


def choose_actions(state: State, player_id: int, may_revive: bool) -> List[Action]:
    """Look at the state of the game and return one action for each of our characters."""
    my_color = player_id + 1
    board = {(cell["q"], cell["r"]): cell["color"] for cell in state["cells"]}
    bombs = {(bomb["q"], bomb["r"]) for bomb in state["bombs"]}
    taken = bombs | {(c["q"], c["r"]) for c in state["characters"] if c["alive"]}
    hot = danger(board, state["bombs"], turns=2)

    actions: List[Action] = []
    for me in state["characters"]:
        if me["color"] != my_color:
            continue  # somebody else's
        here = (me["q"], me["r"])
        if not me["alive"]:
            if may_revive and me["revive_delay"] == 0 and here not in taken:
                actions.append({"id": me["id"], "movement": "revive"})
            continue
        # Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
        free = [(direction, cell) for direction, cell in neighbours(here) if cell in board and cell not in taken]
        safe = [(direction, cell) for direction, cell in free if cell not in hot]
        fresh = [(direction, cell) for direction, cell in safe if board[cell] != my_color]
        if me["bomb_count"] > 0 and safe and here not in bombs | hot and random.random() < 0.1:
            actions.append({"id": me["id"], "movement": "bomb", "bomb_range": random.randint(2, 4), "bomb_delay": 4})
        elif safe or (free and here in hot):
            direction, cell = random.choice(fresh or safe or free)
            taken.add(cell)  # so that our next character does not want to go there, too
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
