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

// Limits of a program. Ordinary bots need less than a tenth.
const (
	mostActions  = 1024      // in a turn
	mostLines    = 1000      // lines between two answers; the rest is dropped
	mostPrinted  = 256 << 10 // bytes of these lines
	mostMessages = 1 << 20   // in a match; with more the program leaves
	mostLate     = 3         // turns in a row without an answer; then the program leaves
)

// program is a program of the page that plays a seat. It is an arena.Thinker. hear may be called from any goroutine;
// Decide and the other methods only from one at a time.
type program struct {
	talk.Talk
	port    Port
	print   func(l harness.Line)
	tooMuch func() // reports that output is dropped

	mu       sync.Mutex
	late     int           // turns without an answer since the last one
	silent   int           // the first of these turns
	owes     int           // the turn that it has to answer; -1: none
	answer   string        // its last answer
	heard    chan struct{} // capacity one: something has changed
	lines    int           // lines since the last answer
	printed  int           // bytes of these lines
	dropped  bool          // output was dropped
	messages int
	left     *arena.Failure // nil: it still plays
}

func newProgram(port Port, first func(turn time.Duration) time.Duration) *program {
	if first == nil {
		first = stdio.FirstTime
	}
	return &program{Talk: talk.Talk{First: first}, port: port, owes: -1, heard: make(chan struct{}, 1)}
}

// Begin implements arena.Thinker. It sends the start of the match and begins to receive messages.
func (p *program) Begin(r *arena.Run, seat int, turn time.Duration) {
	name := r.Prepared.Seats[seat].Name
	p.print = func(l harness.Line) { r.Events.Output(seat, name, l) }
	p.tooMuch = func() {
		r.Events.Note(seat, true, "%s: prints more than %d lines or %d bytes in a turn: the rest is dropped", name,
			mostLines, mostPrinted)
	}
	p.port.Listen(p.hear)
	variables := map[string]string{}
	own := r.ProgramEnv(r.IDs[seat], 0)
	for _, entry := range slices.Concat([]string{own}, r.Prepared.Config.Env, r.Prepared.Seats[seat].Env) {
		variable, value, _ := strings.Cut(entry, "=")
		variables[variable] = value
	}
	env, _ := json.Marshal(struct { // strings always have a JSON form
		Type string            `json:"type"`
		Env  map[string]string `json:"env"`
	}{"env", variables})
	p.port.Send(string(env))
	p.port.Send(string(p.Start(r, seat, turn)))
}

// End implements arena.Thinker. Later messages are ignored.
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

// read parses the actions of an answer.
func (p *program) read(answer string) ([]byte, error) {
	if len(answer) > MaxText {
		return nil, fmt.Errorf("an answer of more than %d bytes", MaxText)
	}
	var list []json.RawMessage
	if !p.Rounds && (json.Unmarshal([]byte(answer), &list) != nil || list == nil) { // null is no array
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

// ask sends the line of a turn, and waits until the program has answered or left, or ctx ends. If the program has not
// answered an earlier turn, it gets this one after that answer. So it never owes more than one answer.
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

// await waits until the program owes no answer. It returns false if the program has left or ctx has ended. An answer
// that arrived before counts, even if it was not processed in time.
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

// leave records that the program leaves. Only the first reason counts.
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

// hear processes a message of the program.
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

// answered accepts an answer to the turn that the program owes, and ignores others.
func (p *program) answered(m Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.owes < 0 || m.Turn != p.owes {
		return
	}
	p.owes, p.answer, p.late, p.lines, p.printed = -1, m.Text, 0, 0, 0
	p.wake()
}

// printedLine passes on a line, up to the limits.
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

// cut shortens a text that is too long.
func cut(text string) string {
	if len(text) <= MaxText {
		return text
	}
	return strings.ToValidUTF8(text[:MaxText], "")
}
