#!/usr/bin/env python3
"""A starter bot for GAME over standard input and output: does something possible, at random. Make it better!"""
import json
import random
import sys
from typing import Any, List


def choose_actions(state: Any, pieces: List[Any]) -> List[Any]:
    """Look at the state of the game and at what each of our pieces can do, and return the actions of our choices."""
    actions: List[Any] = []
    for piece in pieces:
        possible = [choice for choice in piece["choices"] if "refused" not in choice]
        if possible:
            actions += random.choice(possible).get("actions", [])
    return actions


def main() -> None:
    line = sys.stdin.readline()
    start = json.loads(line)  # who we are, and how long the match is
    if start["game"] != "GAME":
        sys.exit("this bot plays GAME, and the match is one of " + start["game"])
    random.seed(line)  # the same choices in each match with the same seed
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            print("winner:", message["winner"], "we are:", start["player"], file=sys.stderr)
            break
        actions = choose_actions(message["state"], message["choices"])
        print(json.dumps(actions), flush=True)  # one line for each turn: print all else to standard error


if __name__ == "__main__":
    main()
