// Package train serves matches to a program that learns: many matches in parallel, one turn of each for every request.
// The program, usually the Python package, starts `blastyard train` as its child. Requests and answers use the child's
// standard input and output, with a byte or a line each; actions, observations and rewards are in memory that both
// share.
//
// # The protocol
//
// The first line of the input is a [Config] as JSON. The first line of the output lists the arrays and their places in
// the memory, {"layout":{"size":BYTES,"arrays":[{"name","dtype","shape","offset"}]}, ...}, and further facts ([Facts]).
// The program then creates memory of that size and names it in the second line, {"memory":{"fd":N}} for a file that the
// child inherited, or {"memory":{"name":"..."}} for a named mapping of Windows. The child starts all matches, writes
// the first observations and answers with the byte '.'.
//
// The child then answers each request once, in order:
//
//   - the byte 's': all matches play a turn with the actions in the memory. The answer is the byte '.'.
//   - a line of JSON, {"do":"reset",...} and others: see [Request]. The answer is the byte '.' or a line of JSON.
//
// The answer to a wrong request is {"error":"..."}, and nothing changes. A byte that begins no request gets the same
// answer and ends the child, because the two sides no longer agree on where a request begins. The child also ends when
// its input ends and when its parent is gone.
//
// # Observing
//
// With {"mode":"observe",...} ([ObserveConfig]) there are no matches: the program sends states, as a bot gets them in a
// match, and gets the same observations as in training. The child also translates actions. See [ObserveRequest].
//
// # Replays
//
// With {"mode":"dataset",...} ([DatasetConfig]) the arrays are rows of replays: what a player saw, what it asked for
// and how the match ended for it. See [DatasetRequest].
//
// # Episodes
//
// Match i has its own seed: the config's seed plus i, or the seed of a reset. Its first episode has that seed, and
// episode e > 0 has match.SeedOf(that seed, e). The same map, seed and actions give the same states as `blastyard
// play --seed`. In hexabomb the first turn is played before the first observation, because no bot is asked before it.
//
// A player that is out (in Bomberman dead, in sudden death without a living character) is terminated. When the rules or
// the limit of turns end the match, or all players of the program are out, the episode is done. With autoreset
// "next_step" the next step starts the next episode, whatever its actions.
package train
