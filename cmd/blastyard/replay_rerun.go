package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/replay"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// rerunOptions are the flags of replay rerun.
type rerunOptions struct {
	player   string
	bot      string
	from     int
	to       int
	hasTo    bool
	fork     bool
	others   string
	programs bool
	replay   string

	out, notes io.Writer
}

func newReplayRerunCommand() *cobra.Command {
	o := &rerunOptions{}
	cmd := &cobra.Command{
		Use:   "rerun FILE --player N --bot SPEC",
		Short: "Give the turns of a replay to a bot again, and see what it does otherwise",
		Long: `Give the turns of a replay to a bot again: it plays in the seat of one player and sees every state as it was, whatever it
does. Each turn in which its actions or its output differ from the recorded ones is shown, with the time that it took; so is
each turn in which it takes longer than the match allowed. Nothing is cut off: the bot has as much time as it wants.

The bot sees all turns from the first one, as in a match, so that it remembers the same; --from and --to say which are compared.
An unchanged bot does the same as in the match, as far as it does not draw lots: built-in bots get the seed that they had.

With --fork the match goes on from turn T with that bot in the seat: from there on what it does counts. Built-in bots in the
other seats play on as themselves. A program in another seat is only started with --run-recorded, since its command line
stands in the replay, which somebody else may have written; without that its seat does nothing. --others seats one bot in all
other seats.`,
		Example: `  blastyard replay rerun match.blast --player 0 --bot "python3 bots/python/bot.py"
  blastyard replay rerun match.blast --player B --bot builtin:hunter --from 40 --to 60
  blastyard replay rerun match.blast --player 0 --bot ./mybot --fork --from 40 --replay other.blast`,
		Args: oneReplay,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.out, o.notes, o.hasTo = cmd.OutOrStdout(), cmd.ErrOrStderr(), cmd.Flags().Changed("to")
			return o.run(cmd.Context(), args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "", "the seat: the player's id, or its letter")
	f.StringVar(&o.bot, "bot", "", "who plays there: builtin:NAME, a command line, or (of bomberman) a bot's folder")
	f.IntVar(&o.from, "from", 0, "the first turn that counts (default the first one with actions)")
	f.IntVar(&o.to, "to", 0, "the last turn that counts (default the last one)")
	f.BoolVar(&o.fork, "fork", false, "let the match go on from turn --from with the bot in the seat")
	f.StringVar(&o.others, "others", "", "of --fork: who sits in all other seats instead of the recorded bots")
	f.BoolVar(&o.programs, "run-recorded", false, "of --fork: start the programs that the replay names for the other seats")
	f.StringVar(&o.replay, "replay", "", "of --fork: write the replay of the new match to this file")
	return cmd
}

func (o *rerunOptions) run(ctx context.Context, file string) error {
	if err := o.validate(); err != nil {
		return err
	}
	rec, err := openRecording(file, o.notes)
	if err != nil {
		return err
	}
	r, err := o.prepare(rec)
	if err != nil {
		return err
	}
	if rec.Header.Game == replay.Bomberman {
		err = r.rerunRounds(ctx)
	} else {
		err = r.rerunServed(ctx)
	}
	if err != nil {
		err = interrupted(ctx, err)
	}
	if !o.fork {
		r.report.print(o.out)
		return cmp.Or(err, rec.damage)
	}
	if err = cmp.Or(err, r.course.end(err)); err != nil {
		return err
	}
	r.printFork()
	return rec.damage
}

func (o *rerunOptions) validate() error {
	switch {
	case o.player == "":
		return usagef("--player is missing: whose seat the bot takes")
	case isHuman(o.bot), isHuman(o.others):
		return usagef("--bot and --others: nobody can play a replay by hand")
	case o.bot == "":
		return usagef("--bot is missing: who plays there")
	case o.fork && o.hasTo:
		return usagef("--to: with --fork the match is played to its end")
	case !o.fork && (o.others != "" || o.replay != "" || o.programs):
		return usagef("--others, --run-recorded and --replay go with --fork")
	}
	return nil
}

// rerun is a bot in a seat of a recorded match.
type rerun struct {
	*rerunOptions
	*recording
	who    int // the player whose seat it is
	seats  []seat
	course *course
	report rerunReport
}

// prepare checks the options against the replay.
func (o *rerunOptions) prepare(rec *recording) (*rerun, error) {
	r := &rerun{rerunOptions: o, recording: rec}
	players, turns := rec.Header.Players, len(rec.Turns)
	var err error
	if r.who, err = parsePlayer(o.player, len(players)); err != nil {
		return nil, err
	}
	first := rec.Header.Unseen + 1
	if o.from == 0 {
		o.from = first
	}
	if !o.hasTo {
		o.to = turns
	}
	switch {
	case o.fork && len(rec.Header.State) > 0:
		return nil, fmt.Errorf("%s: --fork: it holds states only, and no match that can go on", rec.path)
	case turns < first:
		return nil, fmt.Errorf("%s: it has no turn with actions", rec.path)
	case o.from < first || o.from > turns:
		return nil, usagef("--from is %d, expected %d to %d", o.from, first, turns)
	case o.to < o.from || o.to > turns:
		return nil, usagef("--to is %d, expected %d to %d", o.to, o.from, turns)
	}
	if err := r.seat(); err != nil {
		return nil, err
	}
	if r.course, err = newCourse(r); err != nil {
		return nil, err
	}
	r.report = newRerunReport(r)
	return r, nil
}

// parsePlayer reads a player's id or letter.
func parsePlayer(text string, players int) (int, error) {
	id, err := strconv.Atoi(text)
	if err != nil {
		for id = 0; id < players && viewer.Mark(id) != strings.ToUpper(text); id++ {
		}
	}
	if id < 0 || id >= players {
		return 0, usagef("--player is %q, expected 0 to %d, or %s to %s", text, players-1, viewer.Mark(0), viewer.Mark(players-1))
	}
	return id, nil
}

// seat says who sits where: the bot, and with --fork the others. A seat without a spec does nothing.
func (r *rerun) seat() error {
	names := seatNames{}
	for id, p := range r.Header.Players {
		s := seat{name: p.Name}
		spec := r.bot
		if id != r.who {
			spec = r.other(id)
			names[p.Name]++
		}
		if spec != "" {
			parsed, err := parseSeats("", []string{spec}, 0)
			if err != nil {
				return err
			}
			s = parsed[0]
		}
		if id != r.who {
			s.name = p.Name
		}
		s.special = p.Special
		r.seats = append(r.seats, s)
	}
	r.seats[r.who].name = names.take(r.seats[r.who].name)
	return nil
}

// other is who plays in one of the other seats; "" for nobody.
func (r *rerun) other(id int) string {
	p := &r.Header.Players[id]
	idle := func(why string) string {
		fmt.Fprintf(r.notes, "%s %s does nothing from turn %d on: %s\n", viewer.Mark(id), terminal.Plain(p.Name), r.from, why)
		return ""
	}
	gone := r.goneBefore(id, r.from)
	switch {
	case !r.fork:
		return ""
	case gone != nil:
		return idle("it had left by then: " + terminal.Plain(gone.Reason))
	case r.others != "":
		return r.others
	case p.Bot == "":
		return idle("the replay does not say which bot it is")
	case isHuman(p.Bot):
		return idle("a person played it")
	case !strings.HasPrefix(p.Bot, builtinPrefix) && !r.programs:
		return idle("--run-recorded would start " + terminal.Plain(p.Bot))
	}
	return p.Bot
}

// goneBefore is how a player left before a turn, or nil.
func (r *recording) goneBefore(player, turn int) *replay.Gone {
	for i := range r.Turns[:turn-1] {
		for j := range r.Turns[i].Gone {
			if g := &r.Turns[i].Gone[j]; g.Player == player {
				return g
			}
		}
	}
	return nil
}
