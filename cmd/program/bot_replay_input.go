//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/spf13/cobra"

	"blastyard/arena/message"
	"blastyard/arena/rerun"
	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/waiting"
)

// inputOptions are the flags of bot replay-input.
type inputOptions struct {
	player string
	turn   int
	listen string
	output string
	feed   message.Feed

	given      func(flag string) bool
	out, notes io.Writer
}

func newBotReplayInputCommand() *cobra.Command {
	o := &inputOptions{}
	cmd := &cobra.Command{
		Use:   "replay-input [FILE] --player N [-- COMMAND...]",
		Short: "Send a program exactly what a bot got in a match, for debugging",
		Long: `Send a program exactly what the bot of a player got in a match, byte by byte: on standard output, as
one line of JSON for each message, or on the standard input of COMMAND. Turn T is what it got after T turns:
GAME_STARTS after 0, GAME_ENDS at the end, else TURN.

With --listen nothing is written. A bot that connects there gets the messages as from a server: each TURN when it
has answered the one before, with no time limit. Start it in a debugger, with breakpoints, as often as you like. The
command prints the answers that differ from the recorded ones.

With --stdio these are the lines that a bot over standard input and output gets, in either game.

A bot of bomberman gets files: --turn T -o DIR writes state.json and map.txt as it found them in its folder of round
T. COMMAND is then started with the player's key and DIR, as the bot was.`,
		Example: `  blastyard bot replay-input match.blast --player A > messages.jsonl
  blastyard bot replay-input match.blast --player A --from 35 --to 35
  blastyard bot replay-input match.blast --player A --listen 127.0.0.1:4242
  blastyard bot replay-input match.blast --player A --frames -- ./mybot --stdin
  blastyard bot replay-input match.blast --player A --stdio -- python3 bot.py
  blastyard bot replay-input bomber.blast --player B --turn 35 -o round -- python3 bot.py`,
		Args: func(cmd *cobra.Command, args []string) error {
			if dash := cmd.ArgsLenAtDash(); dash > 1 || dash < 0 && len(args) > 1 {
				return usagef("expected the file of one replay, or none for the newest one, and behind -- the program")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.given, o.out, o.notes = cmd.Flags().Changed, cmd.OutOrStdout(), cmd.ErrOrStderr()
			files := len(args)
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				files = dash
			}
			file, err := replayNamed(args[:files], cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), file, args[files:])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "", "the player, by letter, name or id")
	f.IntVar(&o.feed.From, "from", 0, "the first turn")
	f.IntVar(&o.feed.To, "to", 0, "the last turn (default the last one)")
	f.BoolVar(&o.feed.Framed, "frames", false, "as a server sends them: behind their sizes, with LOGIN_ACK and KICK")
	f.BoolVar(&o.feed.Stdio, "stdio", false, "the lines of a bot that plays over its standard input and output")
	f.StringVar(&o.listen, "listen", "", "wait here for a bot to connect, HOST:PORT, and be its server")
	f.IntVar(&o.turn, "turn", 0, "of bomberman: the round")
	f.StringVarP(&o.output, "output", "o", "", "of bomberman: the folder for the files of the round")
	return cmd
}

func (o *inputOptions) run(ctx context.Context, file string, command []string) error {
	if err := o.validate(command); err != nil {
		return err
	}
	r, damage := openReplay(file)
	if r == nil {
		return damage
	}
	player, err := rerun.ParsePlayer(o.player, &r.Header)
	if err != nil {
		return usagef("--%w", err)
	}
	f := &o.feed
	f.Replay, f.Player, f.Games = r, player, games.All()
	if !o.given("to") {
		f.To = len(r.Turns)
	}
	if f.From < 0 || f.To < f.From || f.To > len(r.Turns) {
		return usagef("--from is %d and --to is %d, expected turns from 0 to %d", f.From, f.To, len(r.Turns))
	}
	switch {
	case o.output != "":
		err = o.feed.Round(ctx, o.turn, o.output, command, o.out, o.notes)
	case o.listen != "":
		err = o.serve(ctx)
	case len(command) > 0:
		err = o.feed.Pipe(ctx, command, o.out, o.notes)
	default:
		err = o.feed.Write(o.out)
	}
	if errors.Is(err, message.ErrRounds) {
		return usagef("bots of %s get files: --turn T -o DIR writes those of a round", r.Header.Game)
	}
	return both(err, damage)
}

func (o *inputOptions) validate(command []string) error {
	switch {
	case o.player == "":
		return usagef("--player is missing: whose messages they are")
	case o.listen != "" && (len(command) > 0 || o.feed.Framed || o.feed.Stdio || o.output != ""):
		return usagef("--listen serves a bot that connects; leave out --frames, --stdio, -o and the program")
	case o.feed.Stdio && (o.feed.Framed || o.output != ""):
		return usagef("--stdio gives lines; leave out --frames and -o")
	case (o.output != "") != o.given("turn"):
		return usagef("--turn and -o go together: the files of one round of bomberman")
	case o.output != "" && (o.given("from") || o.given("to") || o.feed.Framed):
		return usagef("-o writes the files of one round; leave out --from, --to and --frames")
	}
	return nil
}

// serve runs the server to which a bot connects.
func (o *inputOptions) serve(ctx context.Context) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", o.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: %w", o.listen, err)
	}
	defer l.Close()
	fmt.Fprintln(o.notes, waiting.Bot(l.Addr().String()).Line())
	if err := o.feed.Compare(ctx, l, o.out); err != nil {
		return command.Interrupted(ctx, err)
	}
	return nil
}
