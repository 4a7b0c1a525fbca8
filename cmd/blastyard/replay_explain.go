package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"blastyard/explain"
	"blastyard/game"
	"blastyard/replay"
	"blastyard/viewer"
)

// explainOptions are the flags of replay explain.
type explainOptions struct {
	player int
	most   int
	json   bool
}

func newReplayExplainCommand() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Say what cost each player of a match most",
		Long: `Say what cost each player of a match most: characters that died in a blast that was known while a safe
move was there, or by bombs of their own; bombs that gained nothing; turns in which nothing was done; revivals that
waited; refused actions; late turns. The match is played again from its actions, so there must be rules for its game.

Costs are in points, and estimates: docs/explain.md tells how they are made.`,
		Example: `  blastyard replay explain match.blast
  blastyard replay explain match.blast --player 1 --most 20
  blastyard replay explain match.blast --json`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	cmd.Flags().IntVar(&o.player, "player", explain.Everyone, "only this player's, by id (default all)")
	cmd.Flags().IntVar(&o.most, "most", explain.Shown, "so many lessons a player, at most")
	cmd.Flags().BoolVar(&o.json, "json", false, "print one line of JSON")
	return cmd
}

// explainJSON is what replay explain prints with --json.
type explainJSON struct {
	Game    string                  `json:"game"`
	Turns   int                     `json:"turns"`
	Lessons []explain.PlayerLessons `json:"players"` // by id
}

func (o *explainOptions) run(cmd *cobra.Command, file string) error {
	r, damage := replay.Open(file)
	if r == nil {
		return damage
	}
	switch {
	case o.most < 1:
		return usagef("--most is %d, expected 1 or more", o.most)
	case cmd.Flags().Changed("player") && (o.player < 0 || o.player >= len(r.Header.Players)):
		return usagef("--player is %d, expected 0 to %d", o.player, len(r.Header.Players)-1)
	}
	noteRules(cmd.ErrOrStderr(), file, &r.Header)
	lessons, err := explain.Match(r, game.All())
	if err == nil {
		err = damage
	}
	if len(lessons) == 0 && err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var names []string
	for _, p := range r.Header.Players {
		names = append(names, p.Name)
	}
	if o.json {
		text, jsonErr := json.Marshal(explainJSON{Game: r.Header.Game, Turns: len(r.Turns),
			Lessons: explain.ByPlayer(names, lessons, o.player, o.most)})
		if jsonErr != nil {
			return jsonErr
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
	} else {
		mark := func(id int) string { return viewer.Mark(r.Header.Look(id)) }
		explain.Write(cmd.OutOrStdout(), names, mark, lessons, o.player, o.most)
	}
	return err
}
