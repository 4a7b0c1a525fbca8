"""A tree search with a network, as AlphaZero. It learns by playing itself, and plays as a bot with the same search:
    python3 mcts.py 100       # plays 100 matches against itself, on the map tiny, and writes mcts.npy
    blastyard play --map tiny --bot "python3 mcts.py" --bot builtin:greedy

The network is a single layer in NumPy; put one of PyTorch in its place. All players act in the same turn: a branch of
the tree is what the own player does, while the others do what the network says."""

import sys
from pathlib import Path

import numpy as np
import blastyard

SEARCHES, TRIES, WIDE = 48, 8, 1.5  # states of a search; actions that are tried in each; how much a promise counts
FILE = Path(__file__).with_name("mcts.npy")
rng = np.random.default_rng(1)


class Net:  # from what a player sees to a chance for each action, the policy, and its result from -1 to 1, the value
    def __init__(self, env):
        shape = self.see(env, [0], 0).shape[1], env.characters * env.num_actions + 1
        kept = np.load(FILE) if FILE.exists() else np.zeros(0)
        self.weights = kept if kept.shape == shape else np.zeros(shape)  # of another map: all anew

    def see(self, env, matches, seat):
        board, numbers = env.obs["planes"][matches, seat] / 255, env.obs["scalars"][matches, seat]
        return np.concatenate([board.reshape(len(board), -1), numbers], axis=1)

    def __call__(self, x, mask):
        out = x @ self.weights
        policy = np.exp(np.where(mask, out[:, :-1].reshape(mask.shape), -np.inf))
        return policy / policy.sum(axis=-1, keepdims=True), np.tanh(out[:, -1])

    def learn(self, x, mask, wanted, result):
        policy, value = self(x, mask)
        error = np.c_[(policy - wanted).reshape(len(x), -1), (value - result) * (1 - value**2)]
        self.weights -= 0.02 * x.T @ error / len(x)


def draw(policy):  # an action from each distribution in the last dimension
    return (policy.cumsum(axis=-1) > rng.random((*policy.shape[:-1], 1))).argmax(axis=-1)


def search(net, env, player):
    """Search from match 0. Return the best actions, and for each character how often each action was tried."""
    nodes = []  # by match: the actions that are tried, how often each was and the sums of values, where they lead

    def expand(match):
        policy, value = net(net.see(env, [match], player), env.mask[[match], player])
        tries = np.unique(draw(np.repeat(policy, TRIES, axis=0)), axis=0)
        nodes.append((tries, np.zeros((2, len(tries))), [0] * len(tries)))
        return 2 * (env.winner[match] == player) - 1 if env.terminated[match, player] else value[0]

    expand(0)
    for match in range(1, SEARCHES + 1):
        at, way = 0, []
        while at or not way:
            count, total = nodes[at][1]
            promise = WIDE * np.sqrt(count.sum() + 1) / (1 + count) / len(count)
            way.append((at, (total / np.maximum(count, 1) + promise).argmax()))
            at = nodes[at][2][way[-1][1]]
        at, i = way[-1]
        env.branch(at, [match], seeds=match)
        actions = draw(net(net.see(env, [at] * env.players, np.arange(env.players)), env.mask[at])[0])
        actions[player] = nodes[at][0][i]
        env.play(actions[np.newaxis, np.newaxis], [match])
        nodes[at][2][i], value = match, expand(match)
        for at, i in way:
            nodes[at][1][:, i] += 1, value
    tries, (count, _), _ = nodes[0]
    return tries[count.argmax()], np.tensordot(count / count.sum(), np.eye(env.num_actions)[tries], axes=1)


def learn(matches, game=SEARCHES + 1, **options):
    """Play matches against itself and learn from each. The match game is played, the others are those of the search."""
    with blastyard.VecEnv(game + 1, autoreset="disabled", seed=1, **options) as env:
        net, actions = Net(env), np.zeros_like(env.actions[0])
        for _ in range(matches):
            env.reset_matches([game])
            rows = []
            while not env.terminated[game].all():
                for player in range(env.players):
                    env.branch(game, [0], seeds=len(rows))
                    wanted = search(net, env, player)[1]
                    rows.append((net.see(env, [game], player)[0], env.mask[game, player].copy(), wanted, player))
                    actions[player] = draw(wanted)
                env.play(actions[np.newaxis, np.newaxis], [game])
            x, mask, wanted, players = map(np.array, zip(*rows))
            for _ in range(20):
                net.learn(x, mask, wanted, 2 * (players == env.winner[game]) - 1)
    np.save(FILE, net.weights)


def agent(observation):
    return search(Net(env := observation.branches(SEARCHES + 1, seed=observation["turn"])), env, observation["player"])[0]


if __name__ == "__main__":
    learn(int(sys.argv[1]), map="tiny", players=2, turns=40) if len(sys.argv) > 1 else blastyard.run(agent, "", "none")
