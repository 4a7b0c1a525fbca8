#!/usr/bin/env python3
"""The bot of the tutorial, step 1: it drops bombs that gain much, and waits for them."""
import sys
from typing import Dict, List, Optional, Set, Tuple

import netorcai
from board import (STAY, Action, Board, Bomb, Cell, Character, State, blast, board_of, cell_of, danger, distances,
                   free_cells, neighbours, path, ways_out)

NICKNAME = "mybot"  # 1 to 10 characters without blanks


def colors_after(board: Board, bombs: List[Bomb]) -> Board:
    """The colours when all bombs have exploded: a cell takes the colour of the nearest bomb of its turn."""
    colors, waiting = dict(board), [(bomb, blast(board, bomb)) for bomb in bombs]
    while waiting:
        turn = min(bomb["delay"] for bomb, _ in waiting)
        lit: List[Tuple[Bomb, Set[Cell]]] = []
        covered: Set[Cell] = set()
        while True:
            now = [pair for pair in waiting if pair[0]["delay"] <= turn or cell_of(pair[0]) in covered]
            if not now:
                break
            lit, waiting = lit + now, [pair for pair in waiting if pair not in now]
            covered.update(*(cells for _, cells in now))
        nearest: Dict[Cell, int] = {}
        for bomb, cells in lit:
            for q, r in cells:
                dq, dr = q - bomb["q"], r - bomb["r"]
                steps = max(abs(dq), abs(dr), abs(dq + dr))
                if steps < nearest.get((q, r), 99):
                    nearest[q, r], colors[q, r] = steps, bomb["color"]
                elif steps == nearest[q, r] and colors[q, r] != bomb["color"]:
                    colors[q, r] = 0
    return colors


class Team:
    """Our characters in one turn."""

    def __init__(self, state: State, player_id: int, turn: int) -> None:
        self.state = state
        self.color, self.turn, self.board = player_id + 1, turn, board_of(state)
        self.mine = [c for c in state["characters"] if c["color"] == self.color]
        self.taken = {cell_of(c) for c in state["characters"] if c["alive"]}
        self.look()

    def look(self) -> None:
        """See what the bombs will do."""
        self.hot = danger(self.board, self.state["bombs"])
        self.until = {cell_of(bomb): self.hot[cell_of(bomb)][0] for bomb in self.state["bombs"]}
        self.later = colors_after(self.board, self.state["bombs"])

    def worth(self, color: int) -> int:
        """What it is worth to paint a cell of this colour: the rival loses the cells that we take from it."""
        return 0 if color == self.color else 1 if color == 0 else 2

    def best_bomb(self, me: Character) -> Optional[Action]:
        """The bomb that gains most, or none if it is better to keep it."""
        here, best = cell_of(me), 0.0
        action: Optional[Action] = None
        if me["bomb_count"] == 0 or here in self.until or 1 in self.hot.get(here, ()):
            return None
        keep = (10 - self.turn % 10) * (2.5 if me["bomb_count"] == 1 else 0.75)
        for delay in (2, 3, 4):
            for reach in (4, 3, 2):
                bomb: Bomb = {"q": here[0], "r": here[1], "range": reach, "delay": delay + 1, "color": self.color}
                bombs = self.state["bombs"] + [bomb]
                colors = colors_after(self.board, bombs)
                gain = sum(self.worth(self.later[c]) - self.worth(colors[c]) for c in self.board)
                gain = gain * (1.1 - 0.05 * delay) - keep
                if gain > best and ways_out(self.state, here, (reach, delay)):
                    best, action = gain, {"id": me["id"], "movement": "bomb", "bomb_range": reach, "bomb_delay": delay}
        return action

    def step(self, here: Cell) -> str:
        """The first step of the way to the nearest cell that will not be ours, if it is safe."""
        free = free_cells(self.state) - self.taken
        ways = [way for way in ways_out(self.state, here) if way == STAY or dict(neighbours(here))[way] in free]
        for goal in distances(free, here):
            way = path(free, here, goal)
            if self.later[goal] != self.color and goal not in self.hot and way and way[0] in ways:
                return way[0]
        return STAY if STAY in ways or not ways else ways[0]

    def act(self) -> List[Action]:
        actions: List[Action] = []
        for me in self.mine:
            here = cell_of(me)
            if not me["alive"]:
                if me["revive_delay"] == 0 and here not in self.taken | set(self.until) and 1 not in self.hot.get(here, ()):
                    actions.append({"id": me["id"], "movement": "revive"})
                    self.taken.add(here)
                continue
            bomb = self.best_bomb(me)
            if bomb:
                actions.append(bomb)
                continue
            way = self.step(here)
            if way != STAY:
                self.taken.add(dict(neighbours(here))[way])
                actions.append({"id": me["id"], "movement": "move", "direction": way})
        return actions


def main() -> None:
    with netorcai.Client(NICKNAME) as client:
        game = client.wait_for_start()
        for turn in client.turns():
            client.act(Team(turn["game_state"], game["player_id"], turn["turn_number"] + 1).act())


if __name__ == "__main__":
    try:
        main()
    except netorcai.NetorcaiError as error:
        sys.exit(f"bot.py: {error}")
