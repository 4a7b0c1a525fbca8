#!/usr/bin/env python3
"""The bot of the tutorial, step 4: it keeps two ways out, and uses up its bombs before the end."""
import sys
from typing import Dict, List, Optional, Set, Tuple

import netorcai
from board import (STAY, Action, Board, Bomb, Cell, Character, State, blast, board_of, cell_of, danger, neighbours,
                   ways_out)

NICKNAME = "mybot"  # 1 to 10 characters without blanks
SIGHT = 6  # turns that a plan lasts
WAYS = 2  # that must be left out of a blast, before we drop a bomb
LAST = 10  # turns before the end in which we keep no bomb


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

    def __init__(self, state: State, player_id: int, turn: int, left: int) -> None:
        self.state = {**state, "bombs": list(state["bombs"])}  # with the bombs that we drop in this turn
        self.color, self.turn, self.left, self.board = player_id + 1, turn, left, board_of(state)
        self.mine = [c for c in state["characters"] if c["color"] == self.color]
        self.taken = {cell_of(c) for c in state["characters"] if c["alive"]}
        self.claimed: Set[Cell] = set()  # on the path of another character of ours
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
        if self.left <= LAST:
            keep = 0.0  # a bomb that is left at the end is worth nothing
        for delay in (2, 3, 4):
            if delay >= self.left:
                break  # it would explode after the match
            for reach in (4, 3, 2):
                bomb: Bomb = {"q": here[0], "r": here[1], "range": reach, "delay": delay + 1, "color": self.color}
                bombs = self.state["bombs"] + [bomb]
                colors = colors_after(self.board, bombs)
                gain = sum(self.worth(self.later[c]) - self.worth(colors[c]) for c in self.board)
                gain = gain * (1.1 - 0.05 * delay) - keep
                if gain > best and self.safe(me, reach, delay) and self.spares_us({**self.state, "bombs": bombs}, me):
                    best, action = gain, {"id": me["id"], "movement": "bomb", "bomb_range": reach, "bomb_delay": delay}
        return action

    def safe(self, me: Character, reach: int, delay: int) -> bool:
        """Whether two ways lead out of this bomb's blast: somebody else may step into one."""
        return len(ways_out(self.state, cell_of(me), (reach, delay))) >= WAYS

    def spares_us(self, state: State, me: Character) -> bool:
        """Whether our other characters have two ways out, too."""
        return all(len(ways_out(state, cell_of(c))) >= WAYS for c in self.mine if c["alive"] and c is not me)

    def attraction(self) -> Dict[Cell, float]:
        """How much is left to paint around each cell, and further on."""
        pull = {}
        for q, r in self.board:
            around = blast(self.board, {"q": q, "r": r, "range": 2}) - self.claimed
            pull[q, r] = sum(self.worth(self.later[c]) for c in around) / 4
        for _ in range(SIGHT):
            pull = {c: max([pull[c]] + [0.86 * pull[n] for _, n in neighbours(c) if n in pull]) for c in pull}
        return pull

    def best_path(self, here: Cell) -> List[Cell]:
        """The cells for the turns to come that paint most; of the paths that meet in a cell the better one goes on."""
        pull, ways = self.attraction(), ways_out(self.state, here)
        paths: Dict[Cell, Tuple[float, List[Cell]]] = {here: (0.0, [here])}
        for turn in range(1, SIGHT + 1):
            longer: Dict[Cell, Tuple[float, List[Cell]]] = {}
            for cell, (value, path) in paths.items():
                for way, to in [*neighbours(cell), (STAY, cell)]:
                    if to not in self.board or turn in self.hot.get(to, ()):
                        continue
                    if turn == 1 and ways and way not in ways:
                        continue  # it leads into a dead end, if nobody steps out of our way
                    if to != cell and (self.until.get(to, 0) >= turn or (turn == 1 and to in self.taken)):
                        continue
                    gain = value + self.painted(to, path, turn)
                    if to not in longer or longer[to][0] < gain:
                        longer[to] = (gain, path + [to])
            if not longer:
                break  # no way out: the best that there is
            paths = longer
        return max(paths.values(), key=lambda path: path[0] + pull[path[1][-1]])[1]

    def painted(self, cell: Cell, path: List[Cell], turn: int) -> float:
        """What it is worth to step on a cell in a turn. A cell that blows up later keeps our colour until then."""
        if cell in path or cell in self.claimed:
            return 0.0
        blown = [t for t in self.hot.get(cell, ()) if t > turn]
        value = self.worth(self.board[cell]) * (blown[0] - turn) / 10 if blown else self.worth(self.later[cell])
        return value * (1 - 0.05 * turn)

    def act(self) -> List[Action]:
        actions: List[Action] = []
        for me in sorted(self.mine, key=lambda c: self.hot.get(cell_of(c), [9])[0]):  # those in danger first
            here = cell_of(me)
            if not me["alive"]:
                if me["revive_delay"] == 0 and here not in self.taken | set(self.until) and 1 not in self.hot.get(here, ()):
                    actions.append({"id": me["id"], "movement": "revive"})
                    self.taken.add(here)
                continue
            bomb = self.best_bomb(me)
            if bomb:
                actions.append(bomb)
                self.state["bombs"].append({"q": here[0], "r": here[1], "range": bomb["bomb_range"],
                                            "delay": bomb["bomb_delay"] + 1, "color": self.color})
                self.look()
                continue
            path = self.best_path(here)
            self.claimed.update(path)
            if len(path) > 1 and path[1] != here:
                self.taken.add(path[1])
                way = next(direction for direction, cell in neighbours(here) if cell == path[1])
                actions.append({"id": me["id"], "movement": "move", "direction": way})
        return actions


def main() -> None:
    with netorcai.Client(NICKNAME) as client:
        game = client.wait_for_start()
        for turn in client.turns():
            now = turn["turn_number"] + 1
            client.act(Team(turn["game_state"], game["player_id"], now, game["nb_turns_max"] - now + 1).act())


if __name__ == "__main__":
    try:
        main()
    except netorcai.NetorcaiError as error:
        sys.exit(f"bot.py: {error}")
