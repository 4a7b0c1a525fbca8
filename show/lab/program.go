package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/talk"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/plain"
	"blastyard/protocol/stdio"
)

// What a program may say. No bot that plays needs a tenth of it.
const (
	mostActions  = 1024      // in a turn
	mostLines    = 1000      // that it prints between two answers; the rest is dropped
	mostPrinted  = 256 << 10 // and their bytes
	mostMessages = 1 << 20   // of a match; with more it leaves
	mostLate     = 3         // turns that go by without any answer; then it leaves
)

// program is a program of the page that plays a seat. It is an arena.Thinker. Decide and the methods of the seat are
// for one goroutine at a time; hear is for any.
type program struct {
	talk.Talk
	port    Port
	print   func(l harness.Line)
	tooMuch func() // tells that not all of what it prints is kept

	mu       sync.Mutex
	late     int           // turns that went by without any answer since the last one
	silent   int           // the first of them
	owes     int           // the turn that it has to answer; -1: none
	answer   string        // to the turn that it was asked for last
	heard    chan struct{} // has room for one: something has changed
	lines    int           // printed since the last answer
	printed  int           // their bytes
	dropped  bool          // some of what it printed
	messages int
	left     *arena.Failure // nil: it plays
}

func newProgram(port Port, first func(turn time.Duration) time.Duration) *program {
	if first == nil {
		first = stdio.FirstTime
	}
	return &program{Talk: talk.Talk{First: first}, port: port, owes: -1, heard: make(chan struct{}, 1)}
}

// Begin implements arena.Thinker: the program is told who it is, and listened to from now on.
func (p *program) Begin(r *arena.Run, seat int, turn time.Duration) {
	name := r.Seats[seat].Name
	p.print = func(l harness.Line) { r.Output(seat, name, l) }
	p.tooMuch = func() {
		r.Note(seat, true, "%s: prints more than %d lines or %d bytes in a turn: the rest is dropped", name, mostLines,
			mostPrinted)
	}
	p.port.Listen(p.hear)
	variables := map[string]string{}
	own := match.ProgramEnv(r.Result.Seed, r.IDs[seat], 0)
	for _, entry := range slices.Concat([]string{own}, r.Config.Env, r.Seats[seat].Env) {
		variable, value, _ := strings.Cut(entry, "=")
		variables[variable] = value
	}
	env, _ := json.Marshal(struct { // texts have a JSON form
		Type string            `json:"type"`
		Env  map[string]string `json:"env"`
	}{"env", variables})
	p.port.Send(string(env))
	p.port.Send(string(p.Start(r, seat, turn)))
}

// End implements arena.Thinker. The program is heard no more.
func (p *program) End(r *arena.Run, err error) {
	if p.Left() == nil && err == nil && r.Match != nil {
		p.port.Send(string(p.Over(r)))
	}
	p.leave(match.Finished, "")
}

// Decide implements arena.Player.
func (p *program) Decide(ctx context.Context, v *arena.View) (d arena.Decision) {
	answer, ok := p.ask(ctx, v.Match)
	if !ok {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && p.Left() == nil {
			p.missed(v.Match.Turn() + 1)
		}
		return d
	}
	actions, err := p.read(answer)
	if err != nil {
		p.leave(match.Illegal, fmt.Sprintf("%v: %s", err, stdio.Quoted([]byte(answer))))
	}
	d.Actions = actions
	return d
}

// read reads the actions of an answer.
func (p *program) read(answer string) ([]byte, error) {
	if len(answer) > MaxText {
		return nil, fmt.Errorf("an answer of more than %d bytes", MaxText)
	}
	var list []json.RawMessage
	if !p.Rounds && (json.Unmarshal([]byte(answer), &list) != nil || list == nil) { // null is none
		return nil, errors.New("expected a list of actions")
	}
	actions, fault := p.Read(stdio.Answer{Text: []byte(answer)})
	if fault != nil {
		return nil, errors.New(strings.TrimPrefix(fault.What+", "+fault.Why, ", "))
	}
	if len(list) > mostActions {
		return nil, fmt.Errorf("%d actions, expected %d at most", len(list), mostActions)
	}
	return actions, nil
}

// ask asks for the actions of a turn, and waits until the program has answered, has left, or ctx ends. A program that
// has not answered an earlier turn gets this one when it has: it never owes more than one answer.
func (p *program) ask(ctx context.Context, m game.Match) (answer string, ok bool) {
	p.Asked = true
	if !p.await(ctx) {
		return "", false
	}
	turn, line := p.Turn(m)
	p.mu.Lock()
	p.owes, p.answer = turn, ""
	p.mu.Unlock()
	p.port.Send(string(line))
	if !p.await(ctx) {
		return "", false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answer, true
}

// await waits until the program owes no answer. false: it has left, or ctx has ended. What has arrived by then counts,
// even where nobody had the time to take it.
func (p *program) await(ctx context.Context) bool {
	for over := false; ; {
		p.mu.Lock()
		owes, left := p.owes >= 0, p.left != nil
		p.mu.Unlock()
		if left || over || !owes {
			return !left && !owes
		}
		select {
		case <-p.heard:
		case <-ctx.Done():
			time.Sleep(time.Millisecond)
			over = true
		}
	}
}

// missed counts a turn without an answer in time.
func (p *program) missed(turn int) {
	p.mu.Lock()
	if p.late++; p.late == 1 {
		p.silent = turn
	}
	late, silent := p.late, p.silent
	p.mu.Unlock()
	if late >= mostLate {
		p.leave(match.Disconnected, fmt.Sprintf("no answer from turn %d on", silent))
	}
}

// Left implements arena.Leaver.
func (p *program) Left() *arena.Failure {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// leave ends what the program says, for the first reason that comes.
func (p *program) leave(reason match.Reason, why string) {
	p.mu.Lock()
	first := p.left == nil
	if first {
		p.left = &arena.Failure{Reason: reason, What: why}
	}
	p.mu.Unlock()
	if first {
		p.port.Close()
		p.wake()
	}
}

func (p *program) wake() {
	select {
	case p.heard <- struct{}{}:
	default:
	}
}

// hear hears a message of the program.
func (p *program) hear(m Message) {
	p.mu.Lock()
	p.messages++
	left, flood := p.left != nil, p.messages > mostMessages
	p.mu.Unlock()
	switch {
	case left:
	case flood:
		p.leave(match.Illegal, fmt.Sprintf("more than %d messages", mostMessages))
	case m.Kind == Answer:
		p.answered(m)
	case m.Kind == Gone:
		p.leave(match.Crashed, plain.Stored(cut(m.Text)))
	default:
		p.printedLine(m)
	}
}

// answered takes an answer to the turn that the program owes one for. Another one is ignored.
func (p *program) answered(m Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.owes < 0 || m.Turn != p.owes {
		return
	}
	p.owes, p.answer, p.late, p.lines, p.printed = -1, m.Text, 0, 0, 0
	p.wake()
}

// printedLine passes on a line, as long as there are not too many.
func (p *program) printedLine(m Message) {
	l := harness.Line{Text: cut(m.Text)}
	if m.Kind == Error {
		l.Stream = harness.Stderr
	}
	p.mu.Lock()
	p.lines, p.printed = p.lines+1, p.printed+len(l.Text)
	room := p.lines <= mostLines && p.printed <= mostPrinted
	first := !room && !p.dropped
	p.dropped = p.dropped || !room
	p.mu.Unlock()
	switch {
	case room:
		l.Text = plain.Stored(l.Text)
		p.print(l)
	case first:
		p.tooMuch()
	}
}

// cut is the beginning of a text that is too long.
func cut(text string) string {
	if len(text) <= MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:MaxText], "")
}
