package site

import (
	"cmp"
	"context"

	"blastyard/tournament/engine"
	"blastyard/tournament/submission"
)

// test plays the test matches of a team.
func (in *inbox) test(ctx context.Context, team string, keep func(hash, path string) error,
	told func(submission.TestMatch)) error {
	return in.engine.PlayTests(ctx, team, keep, func(m engine.TestMatch) {
		told(submission.TestMatch{Names: m.Names, Ranks: m.Result.Ranks, Scores: m.Result.Scores, Player: m.Player,
			Reason: cmp.Or(at(m.Result.Reasons, m.Player), "finished"), Words: at(m.Result.Words, m.Player),
			Replay: m.Result.Replay, Output: at(m.Result.Logs, m.Player)})
	})
}
