package checkup

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/overrounds"
	"blastyard/arena/rounds"
	"blastyard/game/match"
	"blastyard/internal/inaction"
)

// attempt records what the bot did in a situation.
type attempt struct {
	situation *situation
	seat      arena.SeatResult
	limit     time.Duration // for a turn
	cut       bool          // the match took too long and was ended, which says nothing about the bot
	proven    bool          // the match was ended because the bot is too slow
	own       int           // late turns of its own fault, as far as was known at their ends
	stop      func()        // ends the match
	began     bool          // the match began

	process  bool          // the bot's program was started
	stdio    bool          // the bot plays over its standard input and output
	login    time.Duration // time from the start to the login; 0: the bot did not log in, or does not have to
	acts     inaction.Watch
	commands bool // its answers are commands
	took     []time.Duration
	refusals map[string]int // actions that the rules refused, by reason
	garbled  map[string]int // actions that could not be read, by reason
	dead     []int          // how many of the bot's characters were dead after each turn
	total    int            // how many characters the bot has
	turns    int            // turns played

	exit    harness.Exit  // of the bot's program
	goodbye time.Duration // from the end of the match to the end of the program
	printed int64         // bytes
	dropped int64         // bytes
	tail    []string      // the last lines that the bot printed

	missing        map[string]int // rounds without a command, by reason
	badExits       map[string]int // of the programs that were started each round
	tampered       map[string]int // changes to the files of the rounds, by description
	extra          string         // what the bot wrote after a command in one of the rounds
	notLetIn       string         // why a connection of the bot was refused
	memory         int64          // the most memory of a run, in bytes
	left           int            // processes that the bot left behind
	denied         harness.Refusals
	neighboursDied bool
}

// observer is a sink that watches the bot of one seat.
type observer struct {
	arena.NopSink
	*attempt
	at     int // the seat
	player int
}

func newObserver(s *situation, seat int) *observer {
	return &observer{at: seat, player: arena.NoPlayer, attempt: &attempt{situation: s, stop: func() {},
		seat:     arena.SeatResult{Player: arena.NoPlayer, Reason: match.Interrupted},
		refusals: map[string]int{}, garbled: map[string]int{}, missing: map[string]int{}, badExits: map[string]int{},
		tampered: map[string]int{}}}
}

// Begin implements arena.Sink.
func (o *observer) Begin(b *arena.Begin) {
	o.began = true
	for id := range b.Players {
		if b.Players[id].Seat == o.at {
			o.player = id
		}
	}
	if o.player != arena.NoPlayer {
		_, o.total = b.Match.Living(o.player)
	}
}

// Turn implements arena.Sink.
func (o *observer) Turn(t *arena.Turn) {
	if o.player == arena.NoPlayer {
		return
	}
	o.turns = t.Number
	if slices.Contains(t.Late, o.player) {
		defer o.tooSlow(slices.Contains(t.Host, o.player))
	}
	runs := overrounds.DetailsOf(t).Runs
	for _, m := range t.Moves {
		if m.Player == o.player {
			o.acts.See(m.Actions)
			o.commands = o.commands || len(m.Actions) > 0 && m.Actions[0] >= '0' && m.Actions[0] <= '9'
		}
		if m.Player == o.player && m.Took > 0 && len(runs) == 0 {
			o.took = append(o.took, m.Took)
		}
	}
	for _, x := range t.Refused {
		if x.Player == o.player && x.Action != "" {
			o.refusals[verb(x.Action)+": "+x.Reason]++
		} else if x.Player == o.player {
			o.garbled[x.Reason]++
		}
	}
	for _, x := range t.Excess {
		if x.Player == o.player {
			o.garbled[x.Reason]++
		}
	}
	living, _ := t.Match.Living(o.player)
	o.dead = append(o.dead, o.total-living)
	for i := range runs {
		if runs[i].Player == o.player {
			o.ran(runs[i].Outcome)
		}
	}
}

// verb returns the first word of an action, without the name of its character.
func verb(action string) string {
	if i := strings.LastIndex(action, ": "); i >= 0 {
		action = action[i+2:]
	}
	word, _, _ := strings.Cut(action, " ")
	return word
}

// ran records one run of a program that is started each round.
func (o *observer) ran(x *rounds.Outcome) {
	o.limit = x.Limit
	if !x.Started {
		o.missing[x.Why]++
		return
	}
	o.process = true
	o.took = append(o.took, x.Exit.Wall)
	switch {
	case x.Late:
	case x.Why != "":
		o.missing[x.Why]++
	case !x.Exit.Clean():
		o.badExits[x.Exit.String()]++
	}
	for _, fault := range x.Faults {
		o.tampered[fault]++
	}
	o.extra = cmp.Or(o.extra, x.Extra)
	o.memory = max(o.memory, x.Exit.MaxRSS)
	o.left += x.Exit.LeftBehind
	o.denied = o.denied.Plus(x.Exit.Refused)
	o.printed += x.Printed.Stdout + x.Printed.Stderr
	o.dropped += x.Printed.Dropped
	if len(x.Errors) > 0 {
		o.tail = x.Errors
	}
}

// Note implements arena.Sink.
func (o *observer) Note(n arena.Note) {
	if _, why, refused := strings.Cut(n.Text, ": not let in: "); refused && n.Seat == o.at {
		o.notLetIn = cmp.Or(o.notLetIn, why)
	}
}

// End implements arena.Sink.
func (o *observer) End(e *arena.End) {
	for id := range e.Match.Players() {
		living, _ := e.Match.Living(id)
		o.neighboursDied = o.neighboursDied || living == 0 && id != o.player
	}
}

// finish records how the match ended for the bot.
func (a *attempt) finish(s *arena.SeatResult) {
	a.seat = *s
	p := &s.Program
	if !p.Started {
		return
	}
	a.stdio = p.Stdio
	a.process, a.login, a.exit, a.goodbye = true, p.Login, p.Exit, p.Goodbye
	a.printed, a.dropped = p.Output.Stdout+p.Output.Stderr, p.Output.Dropped
	a.left, a.tail = p.Exit.LeftBehind, p.Tail
	a.denied = a.denied.Plus(p.Exit.Refused)
	a.memory = max(a.memory, p.Exit.MaxRSS)
	if a.login == 0 { // another player stood in for the bot
		a.took, a.dead, a.turns = nil, nil, 0
	}
}

// mute is how many unanswered turns the check accepts before it gives up on a bot that never answered.
const mute = 10

// hopeless reports whether checking on is useless because a fault must be fixed first.
func (a *attempt) hopeless() bool {
	silent := len(a.took) == 0 && a.seat.Late >= mute && !a.situation.hurry
	return a.cut || a.dropped > 0 || !a.process || a.login == 0 && a.turns == 0 || silent
}

// stayed reports whether the bot was there until the end.
func (a *attempt) stayed() bool { return a.seat.Reason == match.Finished && !a.cut && !a.proven }

// leftEarly reports whether the bot left the match before its end.
func (a *attempt) leftEarly() bool { return a.seat.Reason != match.Finished && !a.cut && !a.proven }

// turnsThere returns how many turns the bot was present for.
func (a *attempt) turnsThere() int {
	if a.leftEarly() {
		return min(a.turns, max(0, a.seat.LeftTurn-1))
	}
	return a.turns
}

// deaths returns how many of the bot's characters died while it was present, and after how many turns all were dead.
func (a *attempt) deaths() (deaths, withoutAny int) {
	before := 0
	for _, dead := range a.dead[:min(len(a.dead), a.turnsThere())] {
		deaths += max(0, dead-before)
		if before = dead; dead == a.total {
			withoutAny++
		}
	}
	return deaths, withoutAny
}

// leftWithDead returns how many of the bot's characters were dead when it left, or 0 if it stayed.
func (a *attempt) leftWithDead() int {
	if n := a.turnsThere(); a.leftEarly() && n > 0 && n <= len(a.dead) {
		return a.dead[n-1]
	}
	return 0
}
