package arena

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"blastyard/harness"
	"blastyard/match"
)

// LoginTime is how long a bot may take from its start to its login.
const LoginTime = 10 * time.Second

// seatAll brings everyone to their seats: built-in bots, people, programs that are started, and guests that connect by
// themselves. A program that fails is replaced by a stand-in, who does nothing.
func (m *netorcaiMatch) seatAll(ctx context.Context) error {
	deadline := time.NewTimer(LoginTime)
	defer deadline.Stop()
	for k := range m.seats {
		if err := m.seatOne(ctx, k); err != nil {
			return err
		}
	}
	m.tellGuests()
	for len(m.waiting) > 0 {
		var err error
		select {
		case <-m.lobby.signal:
			err = m.hear(ctx)
		case k := <-m.exits:
			if m.waiting[k] {
				exit, _ := m.programs[k].process.Exit()
				why := "ended before it logged in: " + exit.String() + m.lobby.whyRefused(k)
				err = m.replace(ctx, k, match.Crashed, why+m.lastWords(k))
			}
		case <-deadline.C:
			err = m.tooLate(ctx)
		case <-ctx.Done():
			err = ctx.Err()
		case <-m.signal:
			m.deliver()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *netorcaiMatch) seatOne(ctx context.Context, k int) error {
	m.waiting[k] = true
	switch s := &m.seats[k]; {
	case s.builtin != "":
		return m.join(ctx, k, m.builtinPlayer(k))
	case s.person:
		return m.join(ctx, k, m.personPlayer(k))
	case s.guest():
		return nil
	default:
		return m.startBot(ctx, k)
	}
}

// tellGuests says for how many bots the match waits that connect by themselves, and where.
func (m *netorcaiMatch) tellGuests() {
	guests := 0
	for k := range m.seats {
		if m.seats[k].guest() {
			guests++
		}
	}
	switch {
	case guests == 1:
		m.note(NoSeat, false, "waiting for 1 bot on %s", m.guestAddress())
	case guests > 1:
		m.note(NoSeat, false, "waiting for %d bots on %s", guests, m.guestAddress())
	}
}

// guestAddress is where bots connect that are started elsewhere.
func (m *netorcaiMatch) guestAddress() string {
	at, ok := m.ports.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsUnspecified() {
		return m.ports.Addr().String()
	}
	return fmt.Sprintf("port %d of this machine", at.Port)
}

// hear hears who has come and gone.
func (m *netorcaiMatch) hear(ctx context.Context) error {
	for _, e := range m.lobby.take() {
		if err := m.seatChanged(ctx, &e); err != nil {
			return err
		}
	}
	return nil
}

func (m *netorcaiMatch) seatChanged(ctx context.Context, e *lobbyEvent) error {
	k := e.seat
	s := &m.seats[k]
	switch {
	case e.in:
		delete(m.waiting, k)
		m.closePort(k)
		if !e.local {
			m.tellLogin(k, e)
		}
		return nil
	case s.guest():
		m.waiting[k] = true
		m.note(k, false, "a bot has left again before the start: %s", e.why)
		return nil
	default:
		m.waiting[k] = true
		return m.replace(ctx, k, match.Disconnected, "left before the start: "+e.why+m.lastWords(k))
	}
}

// tellLogin notes what is known of a bot that has connected and logged in.
func (m *netorcaiMatch) tellLogin(k int, e *lobbyEvent) {
	if m.seats[k].Name == "" {
		m.lobby.rename(k, e.nickname)
		for k, name := range m.lobby.allNames() {
			m.result.Seats[k].Name = name
		}
	}
	if p := m.programs[k]; p != nil {
		p.login = max(1, e.at.Sub(p.start))
	}
	if m.seats[k].guest() {
		m.note(k, false, "%s joins, from %s", m.lobby.name(k), e.address)
	}
}

// tooLate gives the seats of programs that have not logged in to stand-ins, unless they could not.
func (m *netorcaiMatch) tooLate(ctx context.Context) error {
	for k, p := range m.programs {
		if p == nil || p.process == nil || !m.waiting[k] {
			continue
		}
		if err := m.ports.Fault(k); err != nil {
			return fmt.Errorf("%w: %s: its port cannot accept connections: %w", harness.ErrHost, m.lobby.name(k), err)
		}
		why := fmt.Sprintf("did not log in within %v", LoginTime) + m.lobby.whyRefused(k)
		if err := m.replace(ctx, k, match.Timeout, why+m.lastWords(k)); err != nil {
			return err
		}
	}
	return nil
}

// startBot starts a seat's program. One that cannot be started at all ends the match before it begins; in a later match
// of a series, where something has happened to it meanwhile, it loses its seat.
func (m *netorcaiMatch) startBot(ctx context.Context, k int) error {
	p := m.programs[k]
	defer close(p.ready)
	command, err := m.command(k)
	if err != nil {
		return err
	}
	p.start = time.Now()
	bot, err := harness.Start(ctx, command)
	var start *harness.StartError
	if errors.As(err, &start) && m.index > 0 && !harness.HostFault(err) {
		return m.replace(ctx, k, match.Crashed, strings.TrimSuffix(start.What+": "+start.Fix, ": "))
	}
	if err != nil {
		return err
	}
	p.process = bot
	m.watchers.Go(func() { m.watch(k) })
	return nil
}

// replace gives a seat to a stand-in, because its bot could not take it.
func (m *netorcaiMatch) replace(ctx context.Context, k int, reason match.Reason, why string) error {
	if _, done := m.replaced[k]; done {
		return nil
	}
	m.closePort(k)
	m.replaced[k] = SeatResult{Reason: reason, Note: why}
	m.result.Seats[k].Reason, m.result.Seats[k].Note = reason, why
	m.note(k, true, "%s: %s; its characters will stand still", m.lobby.name(k), why)
	if bot := m.programs[k]; bot != nil && bot.process != nil {
		var err error
		m.during(func() { err = bot.process.Stop(stopGrace) })
		if err != nil {
			m.note(k, false, "%v", err) // no reason to end a match, or a whole series
		}
	}
	return m.join(ctx, k, m.standIn(k))
}
