"""The rules for programs that search: matches that start from any state and can be copied and continued."""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ._anygame import Given
from ._child import Child
from ._games import USUAL, game_of, known, of
from ._given import encoded, flag, listed, mapping, optional, refusal, stranger, wrong
from ._program import program as find
from ._whole import SEEDS, whole
from ._state import of_message, parsed
from .errors import EnvironmentClosed, Error, ForkError

if TYPE_CHECKING:
    from .vec import Form, VecEnv

__all__ = ["Simulator"]


class Simulator:
    """A match by the rules of the arena that starts from a state that a bot received.

    Copies are cheap and share one running program. What a bot cannot know is
    drawn from ``seed`` and differs from the real match: who goes first in a
    turn of hexabomb, who wins a collision in Bomberman, and, if requested,
    the power-ups under its walls.

    Attributes:
        game: Its name.
        special: Player 0 is the special player of sudden death.
        rules: The version of the game's rules, as it was given.
        program: The path of the program, as it was given.
        refused: What the rules refused in the last step or steps, a dict
            each: "turn" (its index among the steps of the call), the player
            ("player_id", in Bomberman the key "player"), "reason", and
            "action" or "command". Without ``report`` it is empty.
    """

    game: str
    special: bool
    rules: str
    program: str
    refused: list[dict[str, Any]]

    def __init__(
        self,
        state: Mapping[str, Any] | str | bytes | None = None,
        *,
        game: str = "",
        map: Mapping[str, Any] | str | None = None,
        players: int = 0,
        special: bool = False,
        rules: str = "",
        turn_number: int | None = None,
        seed: int = 0,
        secret: str = "",
        report: bool = True,
        draw_power_ups: bool = False,
        stood: Sequence[Sequence[Mapping[str, int]]] | None = None,
        program: str = "",
    ) -> None:
        """Start a match.

        Args:
            state: The state to start from, as a bot gets it: the game_state
                of hexabomb, the state.json of Bomberman, as Python objects
                or as text. A message GAME_STARTS or TURN of netorcai can be
                given as a whole. None: the start of a match.
            game: "hexabomb", "bomberman", or another game of the program.
                If empty it is found from the state, where it tells; else
                hexabomb.
            map: Without a state: a map file's content, or the name of a
                built-in map. With a state hexabomb needs none.
            players: Without a state: how many ordinary players there are.
            special: Player 0 is the special player, as in hexabomb's sudden death.
            rules: A published version of the game's rules, in hexabomb "1.1"
                or "2018"; empty: the usual one.
            turn_number: The number of the turn that came with the state, in
                hexabomb the turn_number of the TURN; None: it is the state at
                the start. Bomberman's states have their round.
            seed: Seed of the draws, 0 to 2**64 - 1. Without a state in
                Bomberman, also of the map, -2**31 to 2**31 - 1.
            secret: Bomberman without a state: 32 hexadecimal digits, the secret
                of a match that is over: the walls hide what they hid in it.
            report: Collect refusals.
            draw_power_ups: Bomberman: draw the power-ups that walls must hide.
                Otherwise walls hide none.
            stood: Bomberman: the blocks on which the players are known to
                have stood, by player, each {"X": x, "Y": y}: they give no
                more points for coverage.
            program: Path of the program; "" is the one that ``blastyard.program()`` finds.

        Raises:
            Error: No match can be in this state; the text names the fault.
        """
        players = whole("players", players)
        game, rules, secret = optional("game", game), optional("rules", rules), optional("secret", secret)
        special, report = flag("special", special), flag("report", report)
        draw_power_ups = flag("draw_power_ups", draw_power_ups)
        if map is not None and not isinstance(map, (str, Mapping)):
            raise wrong("map", map, "the name of a built-in map or a map file's content")
        if turn_number is not None:
            turn_number = whole("turn_number", turn_number)
        if stood is not None:
            stood = listed("stood", stood, "a list for each player of the blocks on which it stood")
        told = parsed(state)
        self.game = game or (game_of(told) if told is not None else "") or USUAL
        self._lines = of(self.game)
        found, special, turn_number = of_message(told, special, turn_number)
        line = self._lines.start(
            Given(found, turn_number, map, players, special, rules, seed, secret, draw_power_ups, stood)
        )
        self.special, self.rules, self.program, self._report = bool(special), rules, program, report
        self._begin(_Session(self.game, rules, program), {k: v for k, v in line.items() if v is not None})

    def _begin(self, session: _Session, line: dict[str, Any]) -> None:
        """Create the match of this object with a line that starts or forks one."""
        self._session = session
        self._id = session.next_id()
        self._closed = False
        self.refused = []
        self._standing: dict[str, Any] | None = None
        self._state: dict[str, Any] | None = None
        answer = session.ask({**line, "id": self._id, "answer": "brief"})
        self._forget = weakref.finalize(self, session.forget, self._id)
        self._take(answer)

    def _take(self, answer: dict[str, Any]) -> None:
        self.refused = answer.get("refused", [])
        self._standing = answer if len(answer) > 1 else None  # the answer to a plain fork only has its id
        self._state = None

    def step(self, actions: Mapping[Any, Any] | Sequence[Any]) -> None:
        """Play a turn.

        Args:
            actions: Hexabomb: a dict from a player's id to its actions, each
                a dict as in a TURN_ACK, or a list of {"player_id": id,
                "actions": [...]}. Players that are left out do nothing.
                Bomberman: a list of commands by player, 0 to 6, or a dict
                from a player's number or key ("A", ...) to its command.
                Other games: a dict from a player's id to what its bot would
                send, or a list of that by player, None for nothing.

        Raises:
            Error: The actions cannot be read; nothing was played.
        """
        self.steps([actions])

    def steps(self, turns: Iterable[Mapping[Any, Any] | Sequence[Any]]) -> None:
        """Play several turns, each as ``step`` does, with one request: faster than one by one."""
        self._take(self._ask(self._playing(turns)))

    def after(self, *turns: Mapping[Any, Any] | Sequence[Any], seed: int | None = None) -> Simulator:
        """Return a copy in which turns have been played, with one request. See ``copy`` and ``step``."""
        return self._copy(self._playing(turns), seed)

    def states(self, turns: Iterable[Mapping[Any, Any] | Sequence[Any]]) -> list[dict[str, Any]]:
        """Play several turns and return the state after each of them."""
        line = self._playing(turns)
        line |= {"all": True, "answer": "state"}
        answers = self._ask(line)[self._lines.turns]
        self.refused = [
            {**refusal, "turn": i} for i, answer in enumerate(answers) for refusal in answer.get("refused", [])
        ]
        self._standing = None
        found: list[dict[str, Any]] = [answer[self._lines.state] for answer in answers]
        self._state = found[-1] if found else None
        return found

    def legal(self, player: int) -> list[list[Any]]:
        """Return what a player can ask for in the coming turn, as ``step`` takes it.

        The rules refuse none of it, unless another player is faster.

        Returns:
            A list for each of its characters. Hexabomb: of lists of one action,
            and the empty list first: ``step({player: legal[0][i]})``. The bombs
            are those of VecEnv, of range and delay 2 to 4. Bomberman: of commands.
            Other games: of what its bot would send.
        """
        eye = self._eye("none", 0)
        listed: list[list[Any]] = eye.legal_actions(0, whole("player", player))
        return listed

    def observe(self, player: int, observation: Form = "planes", *, turns: int = 0) -> dict[str, Any]:
        """Return what a player sees, as ``blastyard.run`` shows it to an agent.

        Args:
            player: Its id.
            observation: The form, as for ``VecEnv``.
            turns: Turns of the match; 0 is the game's default.

        Returns:
            "planes" or "cells" or "raw", "scalars" and "mask", for one player.
        """
        eye = self._eye(observation, whole("turns", turns))
        if not 0 <= whole("player", player) < eye.players:
            raise Error(f"blastyard: player is {player}, expected 0 to {eye.players - 1}")
        return {name: eye.obs[name][0] if name == "raw" else eye.obs[name][0, player].copy() for name in eye.obs}

    def branches(self, n: int, **options: Any) -> VecEnv:
        """Return n matches in this state, as arrays, for a search or a network.

        Args:
            n: Number of matches.
            options: Arguments of ``VecEnv``: observation, reward, seats,
                opponents, turns, seed, threads. ``autoreset`` is "disabled".
        """
        from .vec import VecEnv

        options = {"autoreset": "disabled", "seed": 0, "rules": self.rules, "program": self.program, **options}
        return VecEnv(n, self.game, state=self, **options)

    def _eye(self, observation: str, turns: int) -> VecEnv:
        """Return a match in this state; the session keeps it."""
        self._check()
        key = (observation, turns)
        eye = self._session.eyes.get(key)
        if eye is None or eye.closed:
            self._session.eyes[key] = eye = self.branches(1, observation=observation, turns=turns, threads=1)
        else:
            eye.set(self)
        return eye

    def copy(self, seed: int | None = None) -> Simulator:
        """Return a copy that continues independently.

        Args:
            seed: Seed of its draws. None: it draws the same as this one will.
        """
        return self._copy({}, seed)

    def __copy__(self) -> Simulator:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Simulator:
        return self.copy()

    def _copy(self, line: dict[str, Any], seed: int | None) -> Simulator:
        self._check()
        other = object.__new__(Simulator)
        other.game, other._lines, other._report = self.game, self._lines, self._report
        other.special, other.rules, other.program = self.special, self.rules, self.program
        line["fork"] = self._id
        if seed is not None:
            line["seed"] = whole("seed", seed, SEEDS)
        other._begin(self._session, line)
        return other

    def _playing(self, turns: Iterable[Any]) -> dict[str, Any]:
        """Return the fields of a line that plays turns."""
        line: dict[str, Any] = {self._lines.turns: []}
        for actions in listed("turns", turns, "a list of actions"):
            line[self._lines.turns].append(self._lines.turn(actions, self._players))
        if self._report:
            line["report"] = True
        return line

    def _ask(self, line: dict[str, Any]) -> dict[str, Any]:
        self._check()
        return self._session.ask({"answer": "brief", **line, "id": self._id})

    def _check(self) -> None:
        if self._closed:
            raise EnvironmentClosed("blastyard: the simulator is closed: it was closed by close()")

    def _stands(self) -> dict[str, Any]:
        if self._standing is None:
            self._standing = self._ask({self._lines.turns: []})
        return self._standing

    @property
    def state(self) -> dict[str, Any]:
        """The state as a bot would get it, as Python objects. The first use requests it from the program."""
        if self._state is None:
            state: dict[str, Any] = self._ask({self._lines.turns: [], "answer": "state"})[self._lines.state]
            self._state = state
        return self._state

    def _players(self) -> int:
        return len(self._lines.scores(self._stands()))

    @property
    def turn(self) -> int:
        """The number of turns played since the start of the match."""
        return self._lines.played(self._stands())

    @property
    def turn_number(self) -> int | None:
        """The number of the turn in which a bot gets this state; None if it is the state before, or has its number."""
        return self._lines.turn_number(self._stands())

    @property
    def scores(self) -> list[int]:
        """The score of each player, by id; in Bomberman the points."""
        return self._lines.scores(self._stands())

    @property
    def living(self) -> list[int]:
        """The number of living characters of each player; in Bomberman 0 or 1."""
        return self._lines.living(self._stands())

    @property
    def winner(self) -> int:
        """Who would win if the match ended now, -1 if it is undecided.

        Bomberman: the first player of the leader board, which is never undecided.
        """
        return self._lines.winner(self._stands())

    @property
    def over(self) -> bool:
        """Whether the match has ended. A match of hexabomb has no end."""
        return bool(self._stands().get("over", False))

    @property
    def pid(self) -> int:
        """The process id of the program that plays this match and its copies."""
        return self._session.child.pid

    def close(self) -> None:
        """End this match. The program ends with its last match."""
        if not self._closed:
            self._closed = True
            self._forget()

    def __enter__(self) -> Simulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(
            "blastyard: a simulator cannot be pickled or sent to another process: create it where it is used"
        )


class _Session:
    """One running ``blastyard simulate`` and its matches, by id."""

    def __init__(self, game: str, rules: str, program: str = "") -> None:
        self._game = game
        self._lock = threading.Lock()
        self._rest = b""
        self._closed = ""  # the reason, once the program has ended
        self._asking = False
        self._last = 0
        self._living: set[int] = set()
        self.eyes: dict[tuple[str, int], VecEnv] = {}  # see the states for Python, by observation and turns
        self._gone: list[int] = []  # matches that the program must still drop
        self.child = Child(find(program), command=("simulate", game, *(("--rules", rules) if rules else ())))
        self._end = weakref.finalize(self, self.child.end)

    def next_id(self) -> int:
        """Return a new id for a match."""
        self._last += 1
        return self._last

    def forget(self, match: int) -> None:
        """Drop a match before the next request; end the program with the last one. Called by finalizers, too."""
        if os.getpid() != self.child.owner:
            return
        self._living.discard(match)
        self._gone.append(match)
        if not self._living and not self._closed:
            self._shut("it was closed by close()")

    def ask(self, line: dict[str, Any]) -> dict[str, Any]:
        """Send a line and return its answer."""
        if os.getpid() != self.child.owner:
            raise ForkError(
                "blastyard: this simulator belongs to another process (the one that made it, before a fork): "
                'create simulators in the process that uses them, or start processes with the method "spawn"'
            )
        text = encoded(line)
        with self._lock:
            if self._asking:  # an exception occurred during a request
                self._shut("a request was interrupted", kill=True)
            if self._closed:
                raise EnvironmentClosed(f"blastyard: the simulator is closed: {self._closed}; create a new one")
            self._asking = True
            try:
                answer = self._exchange(text)
            except BrokenPipeError:
                self._lost()
            except BaseException:
                self._shut("a request was interrupted", kill=True)
                raise
            self._asking = False
        if "error" in answer:
            if not self._living:
                self._shut("its start failed")
            raise refusal(answer["error"])
        self._living.add(line["id"])
        return answer

    def _exchange(self, text: bytes) -> dict[str, Any]:
        gone, self._gone = self._gone, []
        if gone:
            self.child.send(json.dumps({"drop": gone}).encode() + b"\n")
        self.child.send(text + b"\n")
        if gone:
            self._line()
        line = self._line()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise stranger(self.child.program, "simulate", f"it answered {line!r:.60}")
        return answer

    def _line(self) -> bytes:
        """Return the next line of the program."""
        parts: list[bytes] = []
        data = self._rest
        while True:
            end = data.find(b"\n")
            if end >= 0:
                break
            parts.append(data)
            data = self.child.receive()
            if not data:
                raise BrokenPipeError
        parts.append(data[:end])
        self._rest = data[end + 1 :]
        return b"".join(parts)

    def _lost(self) -> NoReturn:
        """Raise an error that says how the program ended."""
        how = self._shut("")
        if not self._living and not known(self._game) and how.endswith("exit code 2"):  # no such command
            raise wrong("game", self._game, f"one that {self.child.program} has: its command version names them")
        if not self._living:
            raise stranger(self.child.program, "simulate", f"{how} before it answered") from None
        raise EnvironmentClosed(f"blastyard: the simulator is closed: {how}; create a new one") from None

    def _shut(self, why: str, kill: bool = False) -> str:
        """End the program, once. Returns why, or how it ended."""
        self._closed = self._closed or why or "the program has ended"
        for eye in self.eyes.values():
            eye.close()
        self.eyes.clear()
        self._end.detach()
        how = self.child.end(kill=kill)
        if not why:
            self._closed = how
        return self._closed
