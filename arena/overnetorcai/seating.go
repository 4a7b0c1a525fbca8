package overnetorcai

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/game/match"
	"blastyard/internal/addresses"
	"blastyard/internal/waiting"
	"blastyard/protocol/netorcai/server"
)

// lookEvery is how often the arrival of persons is checked while the match waits for bots.
const lookEvery = 500 * time.Millisecond

// slowLogin is how long a program may take to log in without a line about it: most take less than a second.
const slowLogin = 3 * time.Second

// seatAll seats all players: built-in bots, people, and programs, which it starts.
func (m *session) seatAll(ctx context.Context) error {
	for k := range m.run.Prepared.Seats {
		if err := m.seatOne(ctx, k); err != nil {
			return err
		}
	}
	m.tellGuests()
	return nil
}

// gather waits until all players are present: programs, until a deadline, and guests, which connect by themselves. A
// stand-in, which does nothing, replaces a program that fails.
func (m *session) gather(ctx context.Context, deadline <-chan time.Time) error {
	if err := m.hear(ctx); err != nil {
		return err
	}
	look, slow := time.NewTicker(lookEvery), time.NewTimer(slowLogin)
	defer look.Stop()
	defer slow.Stop()
	for len(m.waiting) > 0 {
		m.tellLobby()
		var err error
		select {
		case <-look.C: // persons give no signal when they arrive
		case <-slow.C:
			m.tellSlow()
		case <-m.lobby.signal:
			err = m.hear(ctx)
		case k := <-m.exits:
			err = m.exited(ctx, k)
		case <-deadline:
			err = m.tooLate(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		case <-m.run.Events.Signal():
			m.run.Events.Deliver()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tellSlow tells which programs have not logged in yet.
func (m *session) tellSlow() {
	var names []string
	for k, p := range m.programs {
		if p != nil && p.process != nil && m.waiting[k] {
			names = append(names, m.lobby.name(k))
		}
	}
	if len(names) > 0 {
		m.run.Events.Note(arena.NoSeat, false, "%s", waiting.Logins(names, m.times.Login).Line())
	}
}

// exited replaces a bot whose program has ended, unless it has its seat. In that case the match reports it.
func (m *session) exited(ctx context.Context, k int) error {
	if err := m.hear(ctx); err != nil || !m.waiting[k] {
		return err
	}
	exit, _ := m.programs[k].process.Exit()
	why := "ended before it logged in: " + exit.String() + m.lobby.whyRefused(k)
	return m.replace(ctx, k, match.Crashed, why+m.lastWords(k))
}

func (m *session) seatOne(ctx context.Context, k int) error {
	m.waiting[k] = true
	switch s := &m.run.Prepared.Seats[k]; s.Kind {
	case arena.AbsentSeat:
		return m.replace(ctx, k, match.Crashed, s.Absent)
	case arena.GuestSeat:
		return nil
	case arena.ProgramSeat:
		return m.startBot(ctx, k)
	default:
		return m.join(ctx, k, m.localPlayer(k))
	}
}

// tellGuests reports how many bots that connect by themselves are missing, and the address.
func (m *session) tellGuests() {
	guests := 0
	for k := range m.run.Prepared.Seats {
		if m.run.Prepared.Seats[k].Kind == arena.GuestSeat {
			guests++
		}
	}
	if guests > 0 {
		m.run.Events.Note(arena.NoSeat, false, "%s", waiting.Guests(guests, m.guestAddress()).Line())
	}
}

// guestAddress returns the address for bots that are started elsewhere.
func (m *session) guestAddress() string {
	at := addresses.Of(m.ports.Addr())
	if len(at) == 1 {
		return at[0]
	}
	return fmt.Sprintf("%s (from this machine also %s)", strings.Join(at[:len(at)-1], " or "), at[len(at)-1])
}

// hear processes arrivals and departures.
func (m *session) hear(ctx context.Context) error {
	events, names := m.lobby.take()
	for k, name := range names {
		m.run.Result.Seats[k].Name = name
	}
	for _, e := range events {
		if err := m.seatChanged(ctx, &e); err != nil {
			return err
		}
	}
	return nil
}

func (m *session) seatChanged(ctx context.Context, e *lobbyEvent) error {
	k := e.seat
	s := &m.run.Prepared.Seats[k]
	switch {
	case e.in:
		delete(m.waiting, k)
		m.closePort(k)
		if !e.local {
			m.tellLogin(k, e)
		}
		return nil
	case s.Kind == arena.GuestSeat:
		m.waiting[k] = true
		m.run.Events.Note(k, false, "%s has left again before the start: %s", m.lobby.name(k), e.why)
		return nil
	default:
		m.waiting[k] = true
		return m.replace(ctx, k, match.Disconnected, "left before the start: "+e.why+m.lastWords(k))
	}
}

// tellLogin reports a bot that has connected and logged in.
func (m *session) tellLogin(k int, e *lobbyEvent) {
	if p := m.programs[k]; p != nil {
		p.login = max(1, e.at.Sub(p.start))
	}
	if m.run.Prepared.Seats[k].Kind == arena.GuestSeat {
		m.run.Events.Note(k, false, "%s joins, from %s", m.lobby.name(k), e.address)
	}
}

// tooLate gives the seats of programs that have not logged in to stand-ins, unless the machine was at fault.
func (m *session) tooLate(ctx context.Context) error {
	if err := m.hear(ctx); err != nil {
		return err
	}
	for k, p := range m.programs {
		if p == nil || p.process == nil || !m.waiting[k] {
			continue
		}
		if err := m.ports.Fault(k); err != nil {
			return fmt.Errorf("%w: %s: its port cannot accept connections: %w", harness.ErrHost, m.lobby.name(k), err)
		}
		why := fmt.Sprintf("did not log in within %v", m.times.Login) + m.lobby.whyRefused(k)
		if err := m.replace(ctx, k, match.Timeout, why+m.lastWords(k)); err != nil {
			return err
		}
	}
	return nil
}

// startBot starts a seat's program. If that fails, the match does not begin; but in a later match of a series, or in
// one of PlayAs, the program only loses its seat.
func (m *session) startBot(ctx context.Context, k int) error {
	p := m.programs[k]
	err := m.startProgram(ctx, k)
	if why, loses := programs.LosesSeat(m.run, err); loses {
		return m.replace(ctx, k, match.Crashed, why)
	}
	if err != nil {
		return err
	}
	m.watchers.Go(func() { m.watch(k) })
	if p.bot != nil {
		return m.join(ctx, k, m.stdioPlayer(k))
	}
	return nil
}

// replace gives a seat to a stand-in, because its bot could not take it.
func (m *session) replace(ctx context.Context, k int, reason match.Reason, why string) error {
	if _, done := m.replaced[k]; done {
		return nil
	}
	m.closePort(k)
	m.replaced[k] = arena.SeatResult{Reason: reason, Note: why}
	m.run.Result.Seats[k].Reason, m.run.Result.Seats[k].Note = reason, why
	m.run.Events.Note(k, true, "%s: %s; its characters will stand still", m.lobby.name(k), why)
	if bot := m.programs[k]; bot != nil && bot.process != nil {
		var err error
		m.run.Events.During(func() { err = bot.process.Stop(m.times.StopGrace) })
		if err != nil {
			m.run.Events.Note(k, false, "%v", err) // no reason to end a match, or a whole series
		}
	}
	err := m.join(ctx, k, standIn())
	if bot := m.programs[k]; errors.Is(err, server.ErrNotAccepted) && bot != nil && bot.process != nil {
		// It logged in at this very moment. It was stopped, and its seat is free once it has left.
		delete(m.replaced, k)
		m.waiting[k] = true
		return nil
	}
	return err
}
