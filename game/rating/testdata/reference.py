"""Computes reference.json: what choix, openskill and a brute-force maximum of the likelihood say about the same matches.

    pip install choix==0.4.1 openskill==6.2.0 scipy==1.17.1
    python3 reference.py > reference.json
"""

import collections
import itertools
import json
import random

import choix
import numpy
import openskill.models
import scipy.optimize


def centred(values):
    return [float(v) for v in numpy.asarray(values) - numpy.mean(values)]


def play(rng, strengths, seats, ties):
    """A match of so many of the entrants, with ranks from 1; ties is the chance that two neighbours share a place."""
    players = rng.sample(range(len(strengths)), seats)
    luck = {p: strengths[p] + rng.gauss(0, 1) for p in players}
    order = sorted(players, key=lambda p: -luck[p])
    ranks, rank = {}, 1
    for place, p in enumerate(order):
        if place > 0 and rng.random() >= ties:
            rank = place + 1
        ranks[p] = rank
    return {"players": players, "ranks": [ranks[p] for p in players]}


def stages(match):
    """(who was left, who took the next place), from the best place on."""
    left = list(match["players"])
    rank = dict(zip(match["players"], match["ranks"]))
    while len(left) > 1:
        best = min(rank[p] for p in left)
        took = [p for p in left if rank[p] == best]
        yield left, took
        left = [p for p in left if p not in took]


def brute_force(n, matches):
    """The likeliest strengths and deltas, by summing over all subsets that might have taken each place."""
    decided = [s for m in matches for s in stages(m)]
    sizes = sorted({len(took) for _, took in decided} - {1})

    def row(subset):
        """What the logarithm of the weight of a subset is made of: shares of the strengths, and which delta."""
        shares = numpy.zeros(n + len(sizes))
        shares[list(subset)] = 1 / len(subset)
        if len(subset) > 1:
            shares[n + sizes.index(len(subset))] = 1
        return shares

    seen = collections.Counter(tuple(sorted(left)) for left, _ in decided)
    observed = sum(row(took) for _, took in decided)
    choices = [
        (count, numpy.array([row(c) for s in [1, *sizes] for c in itertools.combinations(left, s)]))
        for left, count in seen.items()
    ]

    def minus_log(x):
        values = numpy.concatenate([x[: n - 1], [-numpy.sum(x[: n - 1])], x[n - 1:]])
        return sum(count * scipy.special.logsumexp(c @ values) for count, c in choices) - observed @ values

    x = numpy.zeros(n - 1 + len(sizes))
    for _ in range(3):
        x = scipy.optimize.minimize(minus_log, x, method="BFGS", options={"gtol": 1e-9}).x
    # BFGS stops where the rounding of the likelihood hides the slope; Newton's steps on a numerical gradient go on.
    for _ in range(4):
        gradient = numerical_gradient(minus_log, x)
        hessian = numpy.array([
            (numerical_gradient(minus_log, x + d) - numerical_gradient(minus_log, x - d)) / 2e-3
            for d in numpy.eye(len(x)) * 1e-3
        ])
        x = x - numpy.linalg.solve((hessian + hessian.T) / 2, gradient)
    theta = list(x[: n - 1]) + [-sum(x[: n - 1])]
    return [float(t) for t in theta], {str(s): float(numpy.exp(x[n - 1 + i])) for i, s in enumerate(sizes)}


def numerical_gradient(f, x, h=1e-3):
    """By differences of sixth order."""
    gradient = []
    for d in numpy.eye(len(x)) * h:
        gradient.append((
            45 * (f(x + d) - f(x - d)) - 9 * (f(x + 2 * d) - f(x - 2 * d)) + (f(x + 3 * d) - f(x - 3 * d))
        ) / (60 * h))
    return numpy.array(gradient)


def pairwise(rng):
    matches = [play(rng, [0.8, 0.3, 0, -0.2, -0.9, 0.4], 2, 0) for _ in range(300)]
    wins = [sorted(m["players"], key=lambda p: m["ranks"][m["players"].index(p)]) for m in matches]
    strengths = choix.opt_pairwise(6, [tuple(w) for w in wins], alpha=0, method="Newton-CG", tol=1e-12)
    return {"name": "choix, pairs", "n": 6, "matches": matches, "strengths": centred(strengths), "ties": {}}


def rankings(rng, n, seats, count):
    strengths = [rng.gauss(0, 0.8) for _ in range(n)]
    matches = [play(rng, strengths, seats, 0) for _ in range(count)]
    orders = [[p for _, p in sorted(zip(m["ranks"], m["players"]))] for m in matches]
    strengths = choix.ilsr_rankings(n, orders, alpha=0, max_iter=1000, tol=1e-13)
    return {"name": f"choix, rankings of {seats}", "n": n, "matches": matches, "strengths": centred(strengths), "ties": {}}


def with_ties(rng, n, seats, count, ties):
    strengths = [rng.gauss(0, 0.8) for _ in range(n)]
    matches = [play(rng, strengths, seats, ties) for _ in range(count)]
    strengths, deltas = brute_force(n, matches)
    return {"name": f"brute force, ties of {seats}", "n": n, "matches": matches, "strengths": strengths, "ties": deltas}


def online(rng):
    model = openskill.models.PlackettLuce()
    ratings = [model.rating() for _ in range(9)]
    steps = []
    for _ in range(120):
        match = play(rng, [rng.gauss(0, 1) for _ in range(9)], rng.choice([2, 2, 3, 4, 6]), 0.2)
        teams = [[ratings[p]] for p in match["players"]]
        rated = model.rate(teams, ranks=[float(r) for r in match["ranks"]])
        for p, team in zip(match["players"], rated):
            ratings[p] = team[0]
        steps.append({**match, "mu": [t[0].mu for t in rated], "sigma": [t[0].sigma for t in rated]})
    return steps


def likeliest(counts, mean):
    """The logarithm of the largest likelihood of these counts among all chances with this mean score."""
    scores = numpy.linspace(0, 1, len(counts))

    def minus_log(logs):
        return -counts @ logs, -counts

    found = scipy.optimize.minimize(
        minus_log, numpy.log(numpy.full(len(counts), 1 / len(counts))), jac=True, method="trust-constr",
        constraints=[
            scipy.optimize.NonlinearConstraint(lambda l: numpy.sum(numpy.exp(l)), 1, 1, jac=lambda l: [numpy.exp(l)]),
            scipy.optimize.NonlinearConstraint(
                lambda l: scores @ numpy.exp(l), mean, mean, jac=lambda l: [scores * numpy.exp(l)]),
        ],
        options={"gtol": 1e-11, "xtol": 1e-14, "maxiter": 5000},
    )
    return -found.fun


def sprt(counts, elo0, elo1):
    means = [1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1)]
    llr = likeliest(numpy.array(counts, float), means[1]) - likeliest(numpy.array(counts, float), means[0])
    return {"counts": counts, "elo0": elo0, "elo1": elo1, "llr": float(llr)}


rng = random.Random(20261122)
print(json.dumps({
    "fits": [
        pairwise(rng),
        rankings(rng, 7, 4, 120),
        rankings(rng, 9, 6, 80),
        with_ties(rng, 5, 2, 150, 0.3),
        with_ties(rng, 6, 3, 80, 0.3),
        with_ties(rng, 7, 6, 60, 0.35),
    ],
    "online": online(rng),
    "sprt": [
        sprt([10, 55, 120, 70, 15], 0, 10),
        sprt([100, 40, 30, 20, 10], -5, 5),
        sprt([3, 8, 20, 30, 9], 0, 50),
        sprt([40, 35, 60], 0, 20),
    ],
}))
