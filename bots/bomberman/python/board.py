"""Helpers for the map of 2016-Bomberman: standard library only, Python 3.8 or newer. None of them changes its arguments.

A cell is a pair (x, y); (1, 1) is the upper left one. A move is a command: UP, LEFT, RIGHT, DOWN, or STAY for doing
nothing. Rounds count from now: 1 is the round that the bot is asked for. In a round bombs explode before players move.
"""
from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Container, Dict, Iterator, List, Optional, Set, Tuple, TypedDict

Place = TypedDict("Place", {"X": int, "Y": int})


class Thing(TypedDict):
    """What has a place on the map: a block, a player, a bomb."""
    Location: Place


class Player(Thing):
    """A player."""
    Name: str
    Key: str
    Points: int
    Killed: bool
    BombBag: int
    BombRadius: int


class Bomb(Thing):
    """A bomb, its timer as the state shows it."""
    BombRadius: int
    BombTimer: int


class PlacedBomb(Bomb):
    """A bomb of the state."""
    Owner: Player
    IsExploding: bool


Entity = TypedDict("Entity", {"$type": str})  # a wall, a player or a power-up


class Block(Thing):
    """A cell of the map."""
    Entity: Optional[Entity]
    Bomb: Optional[PlacedBomb]
    PowerUp: Optional[Entity]
    Exploding: bool


class State(TypedDict):
    """state.json; GameBlocks is a list of columns."""
    RegisteredPlayerEntities: List[Player]
    CurrentRound: int
    PlayerBounty: int
    MapHeight: int
    MapWidth: int
    MapSeed: int
    GameBlocks: List[List[Block]]


Cell = Tuple[int, int]  # x and y

STAY, UP, LEFT, RIGHT, DOWN, PLACE_BOMB, TRIGGER_BOMB = range(7)
STEPS = {UP: (0, -1), LEFT: (-1, 0), RIGHT: (1, 0), DOWN: (0, 1)}  # what each move adds to x and y


def numbers(seed: int) -> Iterator[float]:
    """Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters."""
    while True:
        seed = (seed + 0x6D2B79F5) & 0xFFFFFFFF
        n = (seed ^ seed >> 15) * (seed | 1) & 0xFFFFFFFF
        n ^= (n + (n ^ n >> 7) * (n | 61)) & 0xFFFFFFFF
        yield (n ^ n >> 14) / 2 ** 32


def random(state: State) -> float:
    """A random number from 0 to below 1, another one in each round: the same ones in a match with the same seed."""
    return next(numbers(int(os.environ.get("BLASTYARD_SEED") or 1) + state["CurrentRound"]))


def cell_of(thing: Thing) -> Cell:
    """Where a player or a bomb is."""
    return thing["Location"]["X"], thing["Location"]["Y"]


def blocks(state: State) -> Dict[Cell, Block]:
    """The blocks of the map. GameBlocks is a list of columns."""
    return {cell_of(block): block for column in state["GameBlocks"] for block in column}


def player(state: State, key: str) -> Player:
    """The player with a key."""
    return next(p for p in state["RegisteredPlayerEntities"] if p["Key"] == key)


def bombs_of(state: State, key: str) -> List[PlacedBomb]:
    """The bombs of a player that are on the map, the one that explodes first in front: a trigger is for that one."""
    bombs = [block["Bomb"] for block in blocks(state).values() if block["Bomb"]]
    return sorted((b for b in bombs if b["Owner"]["Key"] == key), key=lambda b: b["BombTimer"])


def without(state: State, key: str) -> State:
    """The state without a player, whose cell is free when it has left it."""
    left = cell_of(player(state, key))
    columns = [[{**block, "Entity": None} if cell_of(block) == left else block for block in column]
               for column in state["GameBlocks"]]
    then: Any = {**state, "GameBlocks": columns}
    return then


def triggered(state: State, which: Callable[[PlacedBomb], bool]) -> State:
    """The state as if some bombs were triggered in this round: they explode in round 2, if not before."""
    def shown(block: Any) -> Any:
        bomb = block["Bomb"]
        if not bomb or not which(bomb):
            return block
        return {**block, "Bomb": {**bomb, "BombTimer": min(2, bomb["BombTimer"])}}
    then: Any = {**state, "GameBlocks": [[shown(block) for block in column] for column in state["GameBlocks"]]}
    return then


def next_bomb(me: Player, cell: Cell) -> Bomb:
    """The bomb that a player would place on a cell; its timer is what it shows after that round."""
    x, y = cell
    return {"Location": {"X": x, "Y": y}, "BombRadius": me["BombRadius"], "BombTimer": min(9, 3 * me["BombBag"]) + 1}


def neighbours(cell: Cell) -> List[Tuple[int, Cell]]:
    """The four cells around a cell, each after the move that leads there."""
    return [(move, (cell[0] + dx, cell[1] + dy)) for move, (dx, dy) in STEPS.items()]


def free_cells(state: State) -> Set[Cell]:
    """The cells that hold no wall, no bomb and no living player."""
    return {cell for cell, block in blocks(state).items() if block["Entity"] is None and block["Bomb"] is None}


def distances(free: Container[Cell], start: Cell) -> Dict[Cell, int]:
    """The steps from start to every cell that can be reached over free cells, nearest first. start need not be free."""
    steps, queue = {start: 0}, [start]
    for here in queue:
        for _, there in neighbours(here):
            if there in free and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def distance(free: Container[Cell], start: Cell, goal: Cell) -> Optional[int]:
    """The steps from start to goal over free cells; None: there is no way."""
    return distances(free, start).get(goal)


def path(free: Container[Cell], start: Cell, goal: Cell) -> Optional[List[int]]:
    """The moves of a shortest way from start to goal over free cells; None: there is no way."""
    ways: Dict[Cell, List[int]] = {start: []}
    queue = [start]
    for here in queue:
        for move, there in neighbours(here):
            if there in free and there not in ways:
                ways[there] = ways[here] + [move]
                queue.append(there)
    return ways.get(goal)


class Map:
    """What matters to blasts: walls, bombs and players. It can be played on when nobody does anything."""

    def __init__(self, state: State) -> None:
        self.walls: Dict[Cell, bool] = {}  # True: soft
        self.bombs: Dict[Cell, Tuple[int, int]] = {}  # radius and timer
        self.players: Set[Cell] = set()
        for cell, block in blocks(state).items():
            kind = block["Entity"]["$type"] if block["Entity"] else ""
            if "Wall" in kind:
                self.walls[cell] = "IndestructibleWall" not in kind
            elif kind:
                self.players.add(cell)
            if block["Bomb"]:
                self.place(block["Bomb"])

    def place(self, bomb: Bomb) -> None:
        self.bombs[cell_of(bomb)] = bomb["BombRadius"], bomb["BombTimer"]

    def blast(self, cell: Cell, radius: int) -> Set[Cell]:
        """The cells that a bomb covers."""
        covered = {cell}
        for dx, dy in STEPS.values():
            for step in range(1, radius + 1):
                target = (cell[0] + step * dx, cell[1] + step * dy)
                if self.walls.get(target) is False:
                    break
                covered.add(target)
                if target in self.walls or target in self.bombs:
                    break
        return covered

    def closed(self) -> Set[Cell]:
        """The cells that cannot be entered."""
        return {*self.walls, *self.bombs, *self.players}

    def explode(self) -> Set[Cell]:
        """Play one round, and return the cells that its blasts cover. A bomb that a blast covers explodes with it."""
        covered: Set[Cell] = set()
        lit = [cell for cell, (_, timer) in self.bombs.items() if timer <= 1]
        for cell in lit:  # it grows
            covered |= self.blast(cell, self.bombs[cell][0])
            lit += [other for other in covered if other in self.bombs and other not in lit]
        self.bombs = {cell: (radius, timer - 1) for cell, (radius, timer) in self.bombs.items() if cell not in covered}
        self.walls = {cell: soft for cell, soft in self.walls.items() if cell not in covered}
        self.players -= covered
        return covered


def blast(state: State, bomb: Bomb) -> Set[Cell]:
    """The cells that a bomb covers, as the map is now. Walls and other bombs end it."""
    return Map(state).blast(cell_of(bomb), bomb["BombRadius"])


def danger(state: State) -> Dict[Cell, List[int]]:
    """The rounds in which a cell is in a blast, ascending, chains included. Cells that are in no blast are missing."""
    hot: Dict[Cell, List[int]] = {}
    board, turn = Map(state), 0
    while board.bombs:
        turn += 1
        for cell in board.explode():
            hot.setdefault(cell, []).append(turn)
    return hot


def ways_out(state: State, cell: Cell, bomb: Optional[Bomb] = None) -> List[int]:
    """The first moves with which a player on the cell survives all bombs that are known, STAY for doing nothing.

    Everybody else is taken to do nothing. With bomb, the player places that one on the cell in this round, and the
    moves are those of the next round. An empty list: there is no way out.
    """
    board = Map(state)
    board.players.discard(cell)
    if bomb:
        if cell in board.explode():
            return []
        board.place(bomb)
    reached: Dict[Cell, Set[int]] = {cell: set()}  # where it can be, and the first moves that lead there
    while True:
        closed = board.closed()
        covered = board.explode()
        after: Dict[Cell, Set[int]] = {}
        for here, firsts in reached.items():
            for move, there in [*neighbours(here), (STAY, here)]:
                if here not in covered and there not in covered and (there not in closed or move == STAY):
                    after.setdefault(there, set()).update(firsts or {move})
        if not board.bombs:
            survived = set().union(*after.values())
            return [move for move in [*STEPS, STAY] if move in survived]
        reached = after


def plays(game: str, match: str) -> None:
    """End the program with one line if a match is of another game than its bot."""
    if match != game:
        sys.exit(f"this bot plays {game}, and the match is one of {match}")


def draw(**shape: Any) -> None:
    """Draw on the board of the page, such as draw(cell=[2, 1], text="37", color="red")."""
    print("@draw", json.dumps(shape), file=sys.stderr, flush=True)


def play_round(choose: Callable[[State, str], int]) -> None:
    """Play one round: the program is started with its key and the folder of the round, reads state.json there and
    writes its command into move.txt. What it prints goes to log.txt."""
    key, folder = sys.argv[1], sys.argv[2]
    if os.path.isdir(os.path.join(folder, key)):
        folder = os.path.join(folder, key)  # our own folder in that of the round
    with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
        state = json.load(file)
    command = choose(state, key)
    with open(os.path.join(folder, "move.txt"), "w", encoding="utf-8") as file:
        file.write(str(command))
    print("round", state["CurrentRound"], "command", command, flush=True)
