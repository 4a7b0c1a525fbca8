// Package train serves matches to a program that learns: many at the same time, each a turn further at every request.
// The program, usually the Python package, starts `blastyard train` as its child. Requests and answers go over the
// child's standard input and output, a byte or a line each; actions, observations and rewards lie in memory that both
// share.
//
// # The protocol
//
// The first line of the input is a [Config] as JSON. The first line of the output says which arrays there are and where
// they lie in the memory, {"layout":{"size":BYTES,"arrays":[{"name","dtype","shape","offset"}]}, ...}, with what else
// there is to know ([Facts]). The program then makes memory of that size and names it in the second line,
// {"memory":{"fd":N}} for a file that the child inherited, {"memory":{"name":"..."}} for a named mapping of Windows.
// The child starts all matches, writes the first observations and answers with the byte '.'.
//
// Then each request is answered once, in turn:
//
//   - the byte 's': all matches play a turn with the actions in the memory. The answer is the byte '.'.
//   - a line of JSON, {"do":"reset",...} and others: see [Request]. The answer is the byte '.' or a line of JSON.
//
// A request that is wrong is answered with {"error":"..."} and leaves everything as it was. A byte that begins no
// request is answered likewise, and ends the child, for the two sides no longer agree on where a request begins. The
// child also ends when its input ends and when its parent is gone.
//
// # Observing
//
// With {"mode":"observe",...} ([ObserveConfig]) there are no matches: the program sends states, as a bot gets them in a
// match, and reads the same observations as in training. It also translates actions. See [ObserveRequest].
//
// # Replays
//
// With {"mode":"dataset",...} ([DatasetConfig]) the arrays are rows of replays: what a player saw, what it asked for
// and how the match ended for it. See [DatasetRequest].
//
// # Episodes
//
// Match i has a seed of its own, match.SeedOf(config seed, i) or the one that a reset gives. Its first episode has that
// seed, and episode e > 0 has match.SeedOf(that seed, e). The same map, seed and actions give the same states as
// `blastyard play`. In hexabomb the first turn is played before the first observation, as no bot is asked before it.
//
// A player that is out (in Bomberman dead, in sudden death without a living character) is terminated. When the rules or
// the limit of turns end the match, or all players of the program are out, the episode is done. With autoreset
// "next_step" the step after that starts the next episode, whatever the actions.
package train
