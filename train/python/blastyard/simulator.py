"""The rules for programs that search: matches that start from any state and can be copied and continued."""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ._child import Child
from ._given import encoded, flag, listed, mapping, optional, refusal, stranger, wrong
from ._program import program as find
from ._whole import SEEDS, whole, wholes
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
        game: "hexabomb" or "bomberman".
        special: Hexabomb: player 0 is the special player of sudden death.
        rules: Hexabomb: the version of its rules, as it was given.
        refused: What the rules refused in the last step or steps, a dict
            each: "turn" (its index among the steps of the call), the player
            ("player_id", in Bomberman the key "player"), "reason", and
            "action" or "command". Without ``report`` it is empty.
    """

    game: str
    special: bool
    rules: str
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
            game: "hexabomb" or "bomberman"; found from the state if empty.
            map: Hexabomb without a state: a map file's content, or the name
                of a built-in map. With a state it is not needed.
            players: Without a state: how many ordinary players there are.
            special: Hexabomb: player 0 is the special player of sudden death.
            rules: Hexabomb: the version of its rules, "1.1" or "2018"; empty: 1.1.
            turn_number: Hexabomb: the turn_number of the TURN with the state;
                None: it is the state at the start.
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
        line: dict[str, Any]
        players = whole("players", players)
        game, rules, secret = optional("game", game), optional("rules", rules), optional("secret", secret)
        special, report = flag("special", special), flag("report", report)
        draw_power_ups = flag("draw_power_ups", draw_power_ups)
        if map is not None and not isinstance(map, (str, Mapping)):
            raise wrong("map", map, "the name of a built-in map or a map file's content")
        if rules not in ("", "1.1", "2018"):
            raise wrong("rules", rules, "'1.1', '2018', or '' for 1.1")
        if turn_number is not None:
            turn_number = whole("turn_number", turn_number)
        if stood is not None:
            stood = listed("stood", stood, "a list for each player of the blocks on which it stood")
        state, special, turn_number = of_message(parsed(state), special, turn_number)
        self.game = game or ("bomberman" if state is not None and "GameBlocks" in state else "hexabomb")
        if self.game == "hexabomb":
            line = {"game_state": state, "turn_number": turn_number, "map": map, "seed": whole("seed", seed, SEEDS)}
            line |= {"nb_players": players or None, "nb_special_players": int(special)}
            if secret:
                raise Error("blastyard: secret is for Bomberman: in a simulator nothing of hexabomb comes from it")
            self._turns = "turns"
        elif self.game == "bomberman":
            if map is not None or special or turn_number is not None:
                raise Error("blastyard: map, special and turn_number are for hexabomb: Bomberman has none of them")
            if rules:
                raise wrong("rules", rules, "none: Bomberman has one version")
            line = {"state": state, "players": players or None, "seed": whole("seed", seed), "stood": stood}
            if secret:
                line["secret"] = secret
            if state is not None and draw_power_ups:
                line["draw_power_ups"] = True
            self._turns = "rounds"
        else:
            raise Error(f'blastyard: game is {self.game!r}, expected "hexabomb" or "bomberman"')
        if state is None and (not players or self.game == "hexabomb" and map is None):
            raise Error(
                "blastyard: a simulator needs a state, or players (in hexabomb also a map) for the start of a match"
            )
        self.special, self.rules, self._report = bool(special), rules, report
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
        answers = self._ask(line)[self._turns]
        self.refused = [
            {**refusal, "turn": i} for i, answer in enumerate(answers) for refusal in answer.get("refused", [])
        ]
        self._standing = None
        found: list[dict[str, Any]] = [answer[self._state_name] for answer in answers]
        self._state = found[-1] if found else None
        return found

    def legal(self, player: int) -> list[list[Any]]:
        """Return what a player can ask for in the coming turn, as ``step`` takes it.

        The rules refuse none of it, unless another player is faster.

        Returns:
            A list for each of its characters. Hexabomb: of lists of one action,
            and the empty list first: ``step({player: legal[0][i]})``. The bombs
            are those of VecEnv, of range and delay 2 to 4. Bomberman: of commands.
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

        options = {"autoreset": "disabled", "seed": 0, "rules": self.rules, **options}
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
        other.game, other._turns, other._report = self.game, self._turns, self._report
        other.special, other.rules = self.special, self.rules
        line["fork"] = self._id
        if seed is not None:
            line["seed"] = whole("seed", seed, SEEDS)
        other._begin(self._session, line)
        return other

    def _playing(self, turns: Iterable[Any]) -> dict[str, Any]:
        """Return the fields of a line that plays turns."""
        line: dict[str, Any] = {self._turns: [self._turn(t) for t in listed("turns", turns, "a list of actions")]}
        if self._report:
            line["report"] = True
        return line

    def _turn(self, actions: Mapping[Any, Any] | Sequence[Any]) -> Any:
        if self.game == "hexabomb":
            if not isinstance(actions, Mapping):
                return listed("actions", actions, "a dict from players to their actions, or a list")
            return [
                {"player_id": whole("a player of actions", p), "actions": listed(f"actions[{p!r}]", a, "a list of actions")}
                for p, a in actions.items()
            ]
        if not isinstance(actions, Mapping):
            return wholes("commands", actions)
        commands = [0] * len(self.scores)
        for player, command in actions.items():
            k = ord(player) - ord("A") if isinstance(player, str) and len(player) == 1 else player
            if not isinstance(k, int) or not 0 <= k < len(commands):
                raise wrong("a player of commands", player, f"one of the {len(commands)} players, by number or key")
            commands[k] = whole("a command", command)
        return commands

    def _ask(self, line: dict[str, Any]) -> dict[str, Any]:
        self._check()
        return self._session.ask({"answer": "brief", **line, "id": self._id})

    def _check(self) -> None:
        if self._closed:
            raise EnvironmentClosed("blastyard: the simulator is closed: it was closed by close()")

    @property
    def _state_name(self) -> str:
        return "game_state" if self.game == "hexabomb" else "state"

    def _stands(self) -> dict[str, Any]:
        if self._standing is None:
            self._standing = self._ask({self._turns: []})
        return self._standing

    @property
    def state(self) -> dict[str, Any]:
        """The state as a bot would get it, as Python objects. The first use requests it from the program."""
        if self._state is None:
            state: dict[str, Any] = self._ask({self._turns: [], "answer": "state"})[self._state_name]
            self._state = state
        return self._state

    @property
    def turn(self) -> int:
        """The number of turns played since the start of the match."""
        stands = self._stands()
        return int(stands["turns_played" if self.game == "hexabomb" else "round"])

    @property
    def scores(self) -> list[int]:
        """The score of each player, by id; in Bomberman the points."""
        stands = self._stands()
        return _by_player(stands["score"]) if self.game == "hexabomb" else list(stands["points"])

    @property
    def living(self) -> list[int]:
        """The number of living characters of each player; in Bomberman 0 or 1."""
        stands = self._stands()
        return _by_player(stands["living"]) if self.game == "hexabomb" else [int(a) for a in stands["alive"]]

    @property
    def winner(self) -> int:
        """Who would win if the match ended now, -1 if it is undecided.

        Bomberman: the first player of the leader board, which is never undecided.
        """
        stands = self._stands()
        return int(stands["winner_player_id"]) if self.game == "hexabomb" else ord(stands["leaderboard"][0]) - ord("A")

    @property
    def over(self) -> bool:
        """Bomberman: whether the match has ended. A match of hexabomb has no end."""
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


def _by_player(numbers: Mapping[str, int]) -> list[int]:
    return [numbers[str(player)] for player in range(len(numbers))]
