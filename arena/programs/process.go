package programs

import (
	"cmp"
	"errors"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/internal/plain"
	"blastyard/protocol/stdio"
)

// Times are the limits of a program's life. The zero value gives the defaults. Tests use others.
type Times struct {
	Login     time.Duration                          // from the start to the login; 0: arena.LoginTime
	StopGrace time.Duration                          // between asking it to end and killing it; 0: 300 ms
	Exit      time.Duration                          // wait for the end of a program that has left; 0: 10 s
	First     func(turn time.Duration) time.Duration // of the first answer over stdio; nil: stdio.FirstTime
}

// WithDefaults returns the times with the defaults filled in.
func (t Times) WithDefaults() Times {
	t.Login, t.StopGrace = cmp.Or(t.Login, arena.LoginTime), cmp.Or(t.StopGrace, 300*time.Millisecond)
	t.Exit = cmp.Or(t.Exit, exitTime)
	if t.First == nil {
		t.First = stdio.FirstTime
	}
	return t
}

// lastLines is how many lines of the error stream are reported for a bot that has failed.
const lastLines = 3

// exitTime is how long to wait for the end of a program that has left, to report how it ended. It is long so that a
// crash on a busy machine is reported as a crash.
const exitTime = 10 * time.Second

// Process is a program that was started.
type Process interface {
	Ending
	Exit() (e harness.Exit, ended bool)
	Stop(grace time.Duration) error
	Members() []int
	Spent(waits bool) harness.Spent
	Tail(lines int) []string
	Output() harness.OutputStats
}

// Find waits for the end of a program that has left, up to within, and sets f accordingly. Usually the program's end
// has closed the connection.
func Find(f *arena.Failure, p Process, within time.Duration) {
	if f.Reason != match.Disconnected {
		return
	}
	select {
	case <-p.Done():
	case <-time.After(within):
	}
	exit, ended := p.Exit()
	if !ended || exit.Stopped {
		return
	}
	f.What, f.Last = exit.String(), withAdvice(lastError(p.Tail(errorLines)))
	if !exit.Clean() {
		f.Reason = match.Crashed
	}
}

// LastWords returns the last lines of a program's error stream, as the end of a sentence, or "".
func LastWords(p Process) string {
	lines := p.Tail(lastLines)
	for i := range lines {
		lines[i] = plain.Text(lines[i])
	}
	if len(lines) == 0 {
		return ""
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

// Stop stops programs concurrently. It kills those that have not ended after grace.
func Stop[P Process](bots []P, grace time.Duration) error {
	errs := make([]error, len(bots))
	var stopped sync.WaitGroup
	for i, p := range bots {
		stopped.Go(func() { errs[i] = p.Stop(grace) })
	}
	stopped.Wait()
	return errors.Join(errs...)
}

// Complete records in the result how a seat's program ended. over is the time of the end of the match.
func Complete(r *arena.Run, seat int, p Process, start time.Time, login time.Duration, over time.Time) {
	s := &r.Result.Seats[seat]
	exit, _ := p.Exit()
	s.Program = arena.Program{
		Started: true,
		Stdio:   r.Prepared.Seats[seat].Stdio(),
		Login:   login,
		Goodbye: max(0, start.Add(exit.Wall).Sub(over)),
		Exit:    exit,
		Output:  p.Output(),
		Tail:    p.Tail(lastLines),
	}
	if exit.LeftBehind > 0 {
		r.Events.Note(seat, false, "%s: left children behind when it ended (%d); they were killed", s.Name,
			exit.LeftBehind)
	}
	if dropped := s.Program.Output.Dropped; dropped > 0 {
		r.Events.Note(seat, false, "%s: printed too much: %d bytes of its output were dropped", s.Name, dropped)
	}
}

// TellRefused tells what the sandbox has refused to a seat's program. If the program failed, that may be why.
func TellRefused(r *arena.Run, seat int, refused harness.Refusals) {
	text := refused.String()
	if text == "" {
		return
	}
	s := &r.Result.Seats[seat]
	r.Events.Note(seat, false, "%s: %s", s.Name, text)
	if s.Reason.Failed() {
		s.Note = strings.TrimPrefix(s.Note+"; "+text, "; ")
	}
}
