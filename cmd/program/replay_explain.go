//go:build !js

package program

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/arena/rerun"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay/explain"
)

// explainOptions are the flags of replay explain.
type explainOptions struct {
	player string
	most   int
	json   bool
}

func newReplayExplainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain [FILE]",
		Short: "Explain who won and why, and what cost each player most",
		Long: `Say what cost each player of a match most: characters that died in a known blast although there was a
safe move, by bombs of their own, or without a way out; bombs that gained nothing; turns without an action; late
revivals; refused actions; late turns. Then say where the difference of the scores comes from, in parts that add up to
it; what the bombs of each player gained; which three turns decided the match; and why the winner won. --player shows
the lessons of one player, and where its difference to the winner comes from. The match is played again from its
actions. Of a game that has no such words of its own it tells who led, whose cells the board has, what was refused,
who was late and who failed.

Costs are estimates, in points: docs/explain.md says how they are computed.`,
		Example: `  blastyard replay explain match.blast
  blastyard replay explain match.blast --player 1 --most 20
  blastyard replay explain match.blast --json`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := replayNamed(args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(cmd, file)
		},
	}
	cmd.Flags().StringVar(&o.player, "player", "", "only this player's, by letter, name or id (default all)")
	cmd.Flags().IntVar(&o.most, "most", explain.Shown, "maximum number of lessons per player")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one line of JSON")
	return cmd
}

// explainJSON is what replay explain prints with --json.
type explainJSON struct {
	Game    string                  `json:"game"`
	Turns   int                     `json:"turns"`
	Lessons []explain.PlayerLessons `json:"players"` // by id
	Tallies []explain.Tally         `json:"tallies"` // by player id
	// Differences say for all pairs of players why one scored more.
	Differences []explain.Difference `json:"differences,omitempty"`
	Moments     []explain.Moment     `json:"moments,omitempty"`
	Story       string               `json:"story,omitempty"`
}

func (o *explainOptions) run(cmd *cobra.Command, file string) error {
	r, damage := openReplay(file)
	if r == nil {
		return damage
	}
	if o.most < 1 {
		return usagef("--most is %d, expected 1 or more", o.most)
	}
	player := explain.Everyone
	if o.player != "" {
		var err error
		if player, err = rerun.ParsePlayer(o.player, &r.Header); err != nil {
			return usagef("--%w", err)
		}
	}
	if r.Header.Unchecked == "" { // Explain says so
		noteRules(cmd.ErrOrStderr(), file, &r.Header)
	}
	report, err := explain.Explain(r, games.All())
	err = cmp.Or(err, damage)
	if report == nil || len(report.Lessons) == 0 && err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var names []string
	for _, p := range r.Header.Players {
		names = append(names, p.Name)
	}
	if o.json {
		text, jsonErr := json.Marshal(explainJSON{Game: r.Header.Game, Turns: len(r.Turns),
			Lessons: explain.ByPlayer(names, report.Lessons, player, o.most), Tallies: report.Tallies,
			Differences: report.Differences, Moments: report.Moments, Story: report.Story})
		if jsonErr != nil {
			return jsonErr
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
	} else {
		mark := func(id int) string { return viewer.Mark(r.Header.Look(id)) }
		report.Write(cmd.OutOrStdout(), names, mark, player, o.most)
	}
	return err
}
