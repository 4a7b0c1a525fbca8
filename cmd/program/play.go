//go:build !js

package program

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/arena/options"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/helptext"
	"blastyard/internal/english"
	"blastyard/internal/shellquote"
	"blastyard/internal/website"
)

// eachRound names the games whose bots are started each round, for a sentence.
func eachRound(in string) string {
	return in + " " + helptext.Names(helptext.EachRound(games.All()), ", ") + ", whose bots are started each round,"
}

// ladders are the built-in bots of games from easy to hard, by game. The files of games add theirs.
var ladders = map[string]string{}

func newPlayCommand() *cobra.Command {
	var o options.Options
	var w website.Options
	cmd := &cobra.Command{
		Use:   "play [" + helptext.Names(games.All(), "|") + "]",
		Short: "Play a match on this machine",
		Long: `Play a match and show it on a page in the browser, or in the terminal if there is no browser. Without
arguments four built-in bots play ` + games.All()[0].Name + `. The match is saved as a replay (blastyard replay
--help).

A bot is builtin:NAME, a command line, or a folder with a bot.toml that says how to start it. NAME= in front
gives it a name. A command line is started with NETORCAI_HOST and NETORCAI_PORT in its environment, {host} and {port}
replaced in its words; it must log in as a player within 10 seconds. ` + eachRound("In") + `
it is builtin:NAME or a folder with a bot.json. A bot that fails loses its seat, never the match; one that cannot be
started is refused before the first turn. One bot alone gets a built-in opponent.
` + helptext.Bots(games.All(), ladders) + `
A bot that beats one of them should try the next. idle does nothing, ghost plays as --special.
In every game stdio:COMMAND is a program that reads a line of JSON for each turn and prints one (docs/stdio.md).

--bot human, or human:NAME, is a person who plays by hand, in every game. Repeat it for more persons. The first
person plays in the browser that is opened, or in this terminal with --no-browser. The command prints an address for
each other person; with --listen 0.0.0.0:PORT it also works from other machines. The match begins when all persons
have opened their addresses. With --start it begins without those who are missing; they can come later. A turn waits
for persons as long as they want. With --turn-time a clock runs, and a late person misses the turn. The page stays
until Ctrl-C.

Keys while a match is shown in the terminal: space pause, arrows step, + and - speed, q quit.`,
		Example: `  blastyard play
  blastyard play --bot ./mybot --bot builtin:greedy
  blastyard play --map maze4 --special builtin:ghost --bot builtin:hunter --bot builtin:hunter
  blastyard play --bot "python3 bots/python/bot.py" --bot builtin:hunter --games 20 --json
  blastyard play --bot human
  blastyard play --bot human:ann --bot human:bob --bot builtin:hunter --listen 0.0.0.0:8080
  blastyard play --no-browser --listen 127.0.0.1:8080
  blastyard play --wait 2 --port 4242 --host 0.0.0.0
  blastyard play ` + otherGame() + ` --players 4`,
		Args: gameArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Game, o.Program = strings.Join(args, ""), program(cmd)
			site, err := siteOf(&w)
			if err != nil {
				return err
			}
			p, err := preparePlay(cmd, &o)
			if err != nil {
				return err
			}
			p.site = site
			return p.run(cmd.Context())
		},
	}
	o.Define(cmd.Flags())
	w.Define(cmd.Flags())
	return cmd
}

// gameArgument checks that the only argument, if there is one, is a game.
func gameArgument(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s, expected one game at most; a player is --bot BOT", english.Count(len(args), "argument"))
	}
	if _, err := game.Find(games.All(), strings.Join(args, "")); len(args) > 0 && err != nil {
		if isBot(args[0]) {
			return usagef("unknown game %q; to let a bot play: --bot %s", args[0], shellquote.Quote(args[0]))
		}
		return usagef("%w", err)
	}
	return nil
}

// isBot reports whether a word looks like a bot: a path, something built in, or a folder that is there.
func isBot(word string) bool {
	info, err := os.Stat(word)
	return strings.ContainsAny(word, `/\:`) || err == nil && info.IsDir()
}
