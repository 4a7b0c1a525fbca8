package programs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/talk"
	"blastyard/game/match"
	"blastyard/protocol/stdio"
)

// Stdio is a program that plays over its standard input and output, as an arena.Thinker. Its process plays one match.
type Stdio struct {
	*Bot
	talk.Talk

	Began time.Time     // start time
	Login time.Duration // from Began to its first answer; 0: none yet

	exit time.Duration // how long to wait for its end after it has left
	tell func(f *stdio.Fault)

	mu   sync.Mutex
	left *arena.Failure // nil: it still plays
}

// Bot is a program that plays over its standard input and output, with its process.
type Bot struct {
	*stdio.Bot
	process *harness.Process
}

// StartBot starts a program. c.Read must be nil. The end of ctx kills the program. The caller must wait for its
// Process or stop it.
func StartBot(ctx context.Context, c harness.Command) (*Bot, error) {
	bot, process, err := stdio.Start(func(read func(io.Reader)) (*harness.Process, error) {
		c.Read = read
		return harness.Start(ctx, c)
	})
	if err != nil {
		return nil, err
	}
	return &Bot{bot, process}, nil
}

// Process returns the program's process.
func (b *Bot) Process() *harness.Process { return b.process }

// NewStdio returns a program that has just been started. It plays one match, and its starter must end it. As a Player
// it is timed by the clock. For programs that the arena starts, time without a processor does not count in a round.
func NewStdio(bot *Bot, times Times) *Stdio {
	times = times.WithDefaults()
	return &Stdio{Bot: bot, Talk: talk.Talk{First: times.First}, Began: time.Now(), exit: times.Exit}
}

// StartStdio starts a program for a match; see Start. It may return a program together with an error.
func StartStdio(ctx context.Context, c harness.Command, times Times) (*Stdio, error) {
	began := time.Now()
	bot, err := Start(ctx, c, StartBot)
	if bot == nil {
		return nil, err
	}
	s := NewStdio(bot, times)
	s.Began = began
	return s, err
}

// Begin implements arena.Thinker.
func (s *Stdio) Begin(r *arena.Run, seat int, turn time.Duration) {
	s.Tell(s.Start(r, seat, turn))
	s.tell = func(f *stdio.Fault) {
		r.Events.Note(seat, true, "%s: FAULT: %s", r.Prepared.Seats[seat].Name, Spoken(f))
	}
}

// Reasons for expelling a program, in the words of netorcai's server.
const (
	tooBig      = "Received message size is too big"
	notThinking = "Received a TURN_ACK but the client state is not THINKING"
)

// Ask sends the line of a turn to the program and waits for its actions. The error wraps a *stdio.Fault if the answer
// is wrong and, over netorcai, also if the program has printed a line without being asked. Other errors are those of
// stdio.Bot.Ask.
func (s *Stdio) Ask(ctx context.Context, line []byte) (actions []byte, err error) {
	if err := s.unasked(); err != nil {
		return nil, err
	}
	s.Asked = true
	a, err := s.Bot.Ask(ctx, line)
	if err != nil {
		if fault := s.unasked(); fault != nil && ctx.Err() == nil { // the program has ended, and this is the reason
			err = fault
		}
		return nil, err
	}
	if actions, err = s.read(a); s.Login == 0 && (err == nil || s.Rounds) {
		s.Login = max(1, time.Since(s.Began))
	}
	return actions, err
}

// read parses an answer.
func (s *Stdio) read(a stdio.Answer) ([]byte, error) {
	if a.TooLong {
		f := a.Fault(tooBig, fmt.Sprintf("which has more than %d bytes", stdio.MaxLine))
		if s.Rounds {
			f.What = ""
		}
		return nil, f
	}
	actions, fault := s.Read(a)
	if fault != nil {
		return nil, Spoken(fault)
	}
	return actions, nil
}

// unasked returns an error over netorcai if the program has printed a line without being asked.
func (s *Stdio) unasked() error {
	if s.Rounds {
		return nil
	}
	f := s.Stray()
	if f == nil {
		return nil
	}
	f.What = notThinking
	return Spoken(f)
}

// Decide implements arena.Player. Over netorcai a program that gives a wrong answer leaves. Otherwise it does nothing
// in that turn.
func (s *Stdio) Decide(ctx context.Context, v *arena.View) (d arena.Decision) {
	if s.Left() != nil {
		return d
	}
	var fault *stdio.Fault
	var gone *stdio.GoneError
	_, line := s.Turn(v.Match)
	actions, err := s.Ask(ctx, line)
	switch {
	case err == nil:
		d.Actions = actions
	case errors.As(err, &gone):
		s.leave(match.Disconnected, gone)
	case !errors.As(err, &fault): // it is late
	case s.Rounds:
		d.Err = err
	default:
		s.leave(match.Illegal, err)
	}
	if s.Rounds {
		for f := s.Stray(); f != nil; f = s.Stray() {
			s.tell(f)
		}
	}
	return d
}

// leave records why the program does not play any more.
func (s *Stdio) leave(reason match.Reason, why error) {
	s.Close()
	f := arena.Failure{Reason: reason, What: why.Error()}
	Find(&f, s.Process(), s.exit)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left = &f
}

// Left implements arena.Leaver.
func (s *Stdio) Left() *arena.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left
}

// End implements arena.Thinker. The program ends by itself, or its starter ends it.
func (s *Stdio) End(r *arena.Run, err error) {
	if err == nil && r.Match != nil {
		s.Tell(s.Over(r))
	}
	s.Close()
}
