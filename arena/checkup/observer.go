package checkup

import (
	"cmp"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/overrounds"
	"blastyard/arena/rounds"
	"blastyard/game/match"
)

// attempt is how a bot fared in a situation.
type attempt struct {
	situation *situation
	seat      arena.SeatResult
	limit     time.Duration // for a turn
	cut       bool          // it took too long and was ended
	began     bool          // the match

	process  bool          // its program was started
	stdio    bool          // it plays over its standard input and output
	login    time.Duration // from its start; 0: it did not log in, or does not have to
	took     []time.Duration
	refusals map[string]int // by reason: actions that the rules refused
	garbled  map[string]int // by reason: actions that could not be read
	dead     []int          // after each turn: its characters that were dead
	total    int            // its characters
	turns    int            // played

	exit    harness.Exit  // of its program
	goodbye time.Duration // from the end of the match to that of its program
	printed int64         // bytes
	dropped int64         // bytes
	tail    []string      // what it printed last

	missing        map[string]int // by reason: rounds without a command
	badExits       map[string]int // of the rounds' programs
	tampered       map[string]int // by what it did to the files of the rounds
	extra          string         // what it wrote behind a command, once
	notLetIn       string         // why a connection of it was not let in, once
	memory         int64          // bytes, the most of a run
	left           int            // processes that it left behind
	neighboursDied bool
}

// observer is the sink that looks at the bot of one seat.
type observer struct {
	arena.NopSink
	*attempt
	at     int // the seat
	player int
}

func newObserver(s *situation, seat int) *observer {
	return &observer{at: seat, player: arena.NoPlayer, attempt: &attempt{situation: s,
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
	runs := overrounds.DetailsOf(t).Runs
	for _, m := range t.Moves {
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

// verb is what an action is about: the first word after whose it is.
func verb(action string) string {
	if i := strings.LastIndex(action, ": "); i >= 0 {
		action = action[i+2:]
	}
	word, _, _ := strings.Cut(action, " ")
	return word
}

// ran notes how a program has run that is started each round.
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

// finish notes how the match ended for the bot.
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
	a.memory = max(a.memory, p.Exit.MaxRSS)
	if a.login == 0 { // what was seen is the one who stood in for it
		a.took, a.dead, a.turns = nil, nil, 0
	}
}

// mute is how many turns a bot may leave without any answer before the check has seen enough.
const mute = 20

// hopeless reports whether there is no use in going on: what is wrong must be fixed first.
func (a *attempt) hopeless() bool {
	silent := len(a.took) == 0 && a.seat.Late > mute && !a.situation.hurry
	return a.cut || a.dropped > 0 || !a.process || a.login == 0 && a.turns == 0 || silent
}

// stayed reports whether the bot was there until the end.
func (a *attempt) stayed() bool { return a.seat.Reason == match.Finished && !a.cut }

// leftEarly reports whether the bot left the match before its end.
func (a *attempt) leftEarly() bool { return a.seat.Reason != match.Finished && !a.cut }

// turnsThere are those that the bot was there for.
func (a *attempt) turnsThere() int {
	if a.leftEarly() {
		return min(a.turns, max(0, a.seat.LeftTurn-1))
	}
	return a.turns
}

// deaths counts the deaths of the bot's characters while it was there, and the turns after which none of them lived.
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

// leftWithDead is how many of the bot's characters were dead when it left; 0 where it stayed.
func (a *attempt) leftWithDead() int {
	if n := a.turnsThere(); a.leftEarly() && n > 0 && n <= len(a.dead) {
		return a.dead[n-1]
	}
	return 0
}
