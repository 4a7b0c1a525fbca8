#!/usr/bin/env python3
"""Self-play PPO: learns to play hexabomb on the map "tiny", one against one.

    python ppo.py                       train, judge, write policy.npz and ppo.png
    python ppo.py --judge policy.npz    400 matches against builtin:greedy, half of them from each seat
    python ppo.py --play policy.npz     play as a bot: blastyard play --bot "python3 ppo.py --play policy.npz"

Training needs PyTorch (pip install torch). The curves need matplotlib; without it there are none. Judging and playing
only need NumPy. The policy sees the board from its character's place: the planes of the 61 cells around it, and the
scalars. In two thirds of its matches it plays against itself, in the others against builtin:greedy.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import blastyard

if TYPE_CHECKING:  # only training needs PyTorch
    import torch
    from torch import Tensor

Array = NDArray[Any]

RADIUS = 4  # cells around the character that the policy sees: a bomb reaches as far
SPAN = range(-RADIUS, RADIUS + 1)
OFFSETS = [(q, r) for q in SPAN for r in SPAN if abs(q + r) <= RADIUS]
NUM_ACTIONS = 17


class Eye:
    """Turn planes (B, channels, H, W) uint8 into views (B, 61 * channels) uint8 from the character's place."""

    def __init__(self, names: list[str]) -> None:
        self.mine = [names.index("living_0"), names.index("dead_0")]
        self.size = len(OFFSETS) * len(names)
        self.around = np.zeros((0, 0), int)

    def look(self, planes: Array) -> Array:
        batch, channels, height, width = planes.shape
        if len(self.around) != height * width:
            self.around = around(height, width)
        flat = np.zeros((batch, height * width + 1, channels), np.uint8)  # the last place is off the grid
        flat[:, :-1] = planes.reshape(batch, channels, -1).transpose(0, 2, 1)
        at = flat[:, :, self.mine].max(axis=2).argmax(axis=1)
        return flat[np.arange(batch)[:, None], self.around[at]].reshape(batch, -1)


def around(height: int, width: int) -> Array:
    """Return the places around each place of a grid; height * width is off the grid."""
    table = np.full((height * width, len(OFFSETS)), height * width)
    for y, x in np.ndindex(height, width):
        for i, (q, r) in enumerate(OFFSETS):
            if 0 <= y + r < height and 0 <= x + q < width:
                table[y * width + x, i] = (y + r) * width + x + q
    return table


def choose(weights: dict[str, Array], view: Array, scalars: Array, mask: Array) -> Array:
    """Return the best legal action (B,) of the policy in NumPy, for views (B, size) and scalars (B, S)."""
    x = np.concatenate([view.astype(np.float32) / 255, scalars], axis=1)
    for layer in ("first", "second"):
        x = np.maximum(x @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"], 0)
    values = x @ weights["policy.weight"].T + weights["policy.bias"]
    return np.where(mask, values, -np.inf).argmax(axis=1)


def play(path: str) -> None:
    """Play one match as a bot of the arena, with the same observations as in training."""
    weights = dict(np.load(path))
    eye = Eye(list(weights["planes"]))

    def agent(observation: dict[str, Any]) -> int:
        view = eye.look(observation["planes"][None])
        return int(choose(weights, view, observation["scalars"][None], observation["mask"])[0])

    blastyard.run(agent, "hexabomb", observation="planes")


class Seats:
    """All seats that the policy plays, in several environments, as one batch."""

    def __init__(self, plan: list[tuple[int, dict[int, str]]], seed: int, turns: int) -> None:
        self.envs = [
            blastyard.VecEnv(n, map="tiny", players=2, opponents=o, seed=seed + i, turns=turns, threads=1)
            for i, (n, o) in enumerate(plan) if n > 0
        ]
        facts = self.envs[0].facts
        self.eye = Eye(facts["plane_names"])
        self.num_scalars = len(facts["scalar_names"])
        for env in self.envs:
            env.reset()

    def gather(self, array: Callable[[blastyard.VecEnv], Array]) -> Array:
        """Return one array of all environments, (seats, ...)."""
        return np.concatenate([(a := array(env)).reshape(-1, *a.shape[2:]) for env in self.envs])

    def look(self) -> tuple[Array, Array, Array]:
        """Return views (seats, size) uint8, scalars (seats, S) float32 and the mask (seats, actions) bool."""
        view = self.eye.look(self.gather(lambda e: e.obs["planes"]))
        return view, self.gather(lambda e: e.obs["scalars"]), self.gather(lambda e: e.mask[:, :, 0])

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Play a turn of every match. Return rewards (seats,) and ended (seats,)."""
        for env, part in zip(self.envs, np.split(actions, np.cumsum([e.actions.size for e in self.envs])[:-1])):
            env.actions[...] = part.reshape(env.actions.shape)
            env.step_async()
        for env in self.envs:
            env.step_wait()
        return self.gather(lambda e: e.reward), self.gather(lambda e: e.terminated | e.truncated)

    def stagger(self, rng: np.random.Generator, turns: int) -> None:
        """Bring the matches to different turns, with random actions."""
        for turn in range(turns):
            for env in self.envs:
                env.reset_matches(np.arange(turn, env.n, turns))
            self.step(np.concatenate([env.sample(rng).reshape(-1) for env in self.envs]))

    def close(self) -> None:
        for env in self.envs:
            env.close()


def make_net(inputs: int, hidden: int) -> torch.nn.ModuleDict:
    """The network: two layers, then the policy and the value."""
    from torch import nn

    layers = {
        "first": nn.Linear(inputs, hidden), "second": nn.Linear(hidden, 64),
        "policy": nn.Linear(64, NUM_ACTIONS), "value": nn.Linear(64, 1),
    }  # fmt: skip
    for layer, gain in zip(layers.values(), (1.4, 1.4, 0.01, 1.0), strict=True):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return nn.ModuleDict(layers)


def forward(
    net: torch.nn.ModuleDict, view: Tensor, scalars: Tensor, mask: Tensor
) -> tuple[torch.distributions.Categorical, Tensor]:
    """Return a distribution over the legal actions, and values (B,)."""
    import torch

    x = torch.cat([view.float().mul_(1 / 255), scalars], 1)
    x = torch.relu(net["second"](torch.relu(net["first"](x))))
    logits = net["policy"](x).masked_fill(~mask, -1e9)
    return torch.distributions.Categorical(logits=logits, validate_args=False), net["value"](x)[:, 0]


def advantages(reward: Tensor, value: Tensor, ended: Tensor, gamma: float, trace: float) -> Tensor:
    """Generalised advantage estimation. value has one row more than the others, (T + 1, seats)."""
    result, last = reward.clone(), reward[0] * 0
    for t in reversed(range(len(reward))):
        on = 1 - ended[t]
        last = reward[t] + gamma * value[t + 1] * on - value[t] + gamma * trace * on * last
        result[t] = last
    return result


def train(args: argparse.Namespace) -> None:
    import torch

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    against = args.against // 2
    plan: list[tuple[int, dict[int, str]]] = [(args.selfplay, {}), (against, {0: args.opponent}), (against, {1: args.opponent})]
    seats = Seats(plan, args.seed, args.turns)
    seats.stagger(rng, args.turns)
    K, T = len(seats.look()[0]), args.rollout
    net = make_net(seats.eye.size + seats.num_scalars, args.hidden)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    view = torch.zeros(T, K, seats.eye.size, dtype=torch.uint8)
    scalars, mask = torch.zeros(T, K, seats.num_scalars), torch.zeros(T, K, NUM_ACTIONS, dtype=torch.bool)
    action, logp = torch.zeros(T, K, dtype=torch.int64), torch.zeros(T, K)
    reward, ended, value = torch.zeros(T, K), torch.zeros(T, K), torch.zeros(T + 1, K)
    fresh = torch.zeros(T, K, dtype=torch.bool)  # the step starts a new match and ignores its action
    before = torch.zeros(K, dtype=torch.bool)
    history: list[tuple[float, float, float]] = []
    recent: list[bool] = []
    start, steps, rounds = time.time(), 0, math.ceil(args.steps / (K * T))
    for round_ in range(rounds):
        left = 1 - round_ / rounds
        optimizer.param_groups[0]["lr"] = args.rate * max(left, 0.05)
        with torch.no_grad():
            for t in range(T):
                view[t], scalars[t], mask[t] = (torch.from_numpy(a) for a in seats.look())
                choice, value[t] = forward(net, view[t], scalars[t], mask[t])
                action[t] = choice.sample()
                logp[t], fresh[t] = choice.log_prob(action[t]), before
                r, e = seats.step(action[t].numpy())
                reward[t], before = torch.from_numpy(r) * args.scale, torch.from_numpy(e)
                ended[t] = before.float()
                recent = (recent + wins(seats))[-400:]
            value[T] = forward(net, *(torch.from_numpy(a) for a in seats.look()))[1]
            gain = advantages(reward, value, ended, args.gamma, args.trace)
        keep = torch.nonzero(~fresh.flatten())[:, 0]
        batch = [a.flatten(0, 1)[keep] for a in (view, scalars, mask, action, logp, gain, gain + value[:T])]
        entropy = learn(net, optimizer, batch, args, args.entropy * (0.2 + 0.8 * left))
        steps += K * T
        won = sum(recent) / max(len(recent), 1)
        history.append((steps / 1e6, won, entropy))
        if round_ % 10 == 9 or round_ == rounds - 1:
            print(f"{steps / 1e6:.2f} M steps, {time.time() - start:.0f} s, processor {processor():.0f} s: "
                  f"won {won:.0%} of the last {len(recent)} against {args.opponent}, entropy {entropy:.2f}", flush=True)
    seats.close()
    np.savez(args.out, planes=seats.envs[0].facts["plane_names"], **{k: v.numpy() for k, v in net.state_dict().items()})
    print(f"{args.out}: {time.time() - start:.0f} s, {processor():.0f} s of processor time, the environments included")
    curves(history, args.curve)


def learn(
    net: torch.nn.ModuleDict, optimizer: torch.optim.Optimizer, batch: list[Tensor], args: argparse.Namespace, bonus: float
) -> float:
    """Run some epochs of PPO on a batch. Return the last entropy."""
    import torch

    entropy = torch.zeros(())
    batch[5] = (batch[5] - batch[5].mean()) / (batch[5].std() + 1e-8)
    for _ in range(args.epochs):
        for rows in torch.randperm(len(batch[0])).split(args.minibatch):
            view, scalars, mask, action, logp, gain, target = (a[rows] for a in batch)
            choice, value = forward(net, view, scalars, mask)
            ratio = (choice.log_prob(action) - logp).exp()
            policy = -torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            entropy = choice.entropy().mean()
            loss = policy + 0.25 * (value - target).pow(2).mean() - bonus * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
    return entropy.item()


def wins(seats: Seats) -> list[bool]:
    """Return whether the policy has won, for each match against a bot that ended in this step."""
    return [bool(w == e.seats[0]) for e in seats.envs if len(e.seats) == 1 for w in e.winner[e.done]]


def judge(path: str, args: argparse.Namespace) -> float:
    """Play against a bot, half of the matches from each seat, with seeds that training does not use."""
    weights = dict(np.load(path))
    half = args.matches // 2
    seats = Seats([(half, {1: args.opponent}), (half, {0: args.opponent})], 1_000_000 + args.seed, args.turns)
    won = drawn = 0
    while not seats.envs[0].done.all():
        seats.step(choose(weights, *seats.look()))
        for env in seats.envs:
            won += int((env.winner[env.done] == env.seats[0]).sum())
            drawn += int((env.winner[env.done] < 0).sum())
    seats.close()
    low, high = wilson(won, 2 * half)
    print(f"against {args.opponent} on tiny: won {won} of {2 * half} matches ({won / (2 * half):.1%}, "
          f"95 % interval {low:.1%} to {high:.1%}), {drawn} draws")
    return low


def wilson(won: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    p, d = won / n, 1 + z * z / n
    middle = (p + z * z / (2 * n)) / d
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
    return max(0.0, middle - half), min(1.0, middle + half)


def processor() -> float:
    """Return the seconds of processor time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def curves(history: list[tuple[float, float, float]], path: str) -> None:
    """Draw the curves of the training."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return print(f"no {path}: matplotlib is not installed (pip install matplotlib)")
    figure, (x, won, entropy) = Figure(figsize=(7, 5)), np.array(history).T
    above, below = figure.subplots(2, 1, sharex=True)
    above.plot(x, 100 * won)
    below.plot(x, entropy)
    above.set(ylabel="won against the bot, %")
    below.set(ylabel="entropy, nats", xlabel="million turns of a seat")
    figure.savefig(path, dpi=100, bbox_inches="tight")
    print(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", metavar="POLICY", help="play as a bot")
    parser.add_argument("--judge", metavar="POLICY", help="play matches against greedy and count")
    numbers = {"steps": 2_500_000, "selfplay": 128, "against": 64, "turns": 100, "rollout": 32, "epochs": 3,
               "minibatch": 1024, "hidden": 128, "rate": 1e-3, "gamma": 0.96, "trace": 0.9, "entropy": 0.02,
               "scale": 0.2, "threads": 1, "seed": 1, "matches": 400, "opponent": "greedy"}
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    parser.add_argument("--out", default="policy.npz", help="the policy that training writes")
    parser.add_argument("--curve", default="ppo.png", help="the curves that training writes")
    args = parser.parse_args()
    if args.play:
        return play(args.play)
    if not args.judge:
        train(args)
    judge(args.judge or args.out, args)


if __name__ == "__main__":
    main()
