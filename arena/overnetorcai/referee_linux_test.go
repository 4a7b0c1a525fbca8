package overnetorcai

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/internal/listeners"
	"blastyard/arena/programs"
	"blastyard/internal/hostlag"
	"blastyard/internal/stage"
)

// TestDelays: while the arena was held up, the machine excuses a bot that has answered, as long as its answer waited for
// the arena, and not one that has not answered.
func TestDelays(t *testing.T) {
	ports := listeners.New(listeners.Config{})
	at, err := ports.Open(0, loopback, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer ports.Close()
	bot, err := net.Dial("tcp", net.JoinHostPort(loopback, strconv.Itoa(at.Port)))
	if err != nil {
		t.Fatal(err)
	}
	defer bot.Close()
	accepted, err := ports.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	f := newReferee([]*program{{}}, time.Hour)
	b := &f.bots[0]
	b.limit, b.conn = time.Hour, accepted.(*listeners.Conn)
	says := func(text string) {
		t.Helper()
		before, _ := b.conn.Traffic()
		if _, err := bot.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		awaitTrue(t, func() bool {
			now, ok := b.conn.Traffic()
			return ok && now.Received == before.Received+uint64(len(text))
		})
	}
	says("the answer to an earlier question")
	asks := func() {
		b.asked, b.seen = time.Now(), time.Now()
		traffic, _ := b.conn.Traffic()
		b.heard = traffic.Received
	}
	const held, slept = time.Hour, 200 * time.Millisecond
	hearing := func() lateness.Delay {
		_, hearing := f.delays(0, hostlag.Lag{Last: held}, time.Now())
		return hearing
	}
	asks()
	awaitTrue(t, func() bool { return time.Since(b.asked) >= slept })
	if d := hearing(); !d.Told || d.Span() != 0 || d.Most != held {
		t.Errorf("a bot that has not answered: %+v", d)
	}
	says("an answer")
	awaitTrue(t, func() bool { return hearing().Span() >= slept }) // the longer it waits, the more is excused
	asks()
	if d := hearing(); d.Span() != 0 {
		t.Errorf("the next question: %+v", d)
	}
	b.conn = nil
	if d := hearing(); d.Told || d.Span() != held {
		t.Errorf("a bot without a connection: %+v", d)
	}
}

func awaitTrue(t *testing.T, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not after a minute")
		}
	}
}

// starvedProcess is a program that waits for a processor for a part of the time.
type starvedProcess struct {
	programs.Process
	ran, waited time.Duration
}

func (p *starvedProcess) Spent(bool) harness.Spent {
	return harness.Spent{Ran: p.ran, Waited: p.waited}
}

// TestVoid: a bot that gets no processor makes its match void after a time, and one that computes never does.
func TestVoid(t *testing.T) {
	const tenth, second = 100 * time.Millisecond, time.Second
	for name, c := range map[string]struct {
		limit, since, ran, waited time.Duration
		before                    time.Duration // it had waited before it was asked
		want                      lateness.Verdict
		void                      bool
	}{
		"for long":                      {tenth, 31 * second, 0, 31 * second, 0, lateness.Machine, true},
		"not so long":                   {tenth, 29 * second, 0, 29 * second, 0, lateness.Machine, false},
		"before it was asked":           {tenth, 31 * second, 0, 31 * second, 9 * second, lateness.Own, false},
		"and then it computed":          {tenth, 31 * second, second, 30 * second, 0, lateness.Own, false},
		"where it has more time":        {4 * second, 39 * second, 0, 38 * second, 0, lateness.Machine, false},
		"for long, where it has more":   {4 * second, 41 * second, 0, 40 * second, 0, lateness.Machine, true},
		"though it ran for a long time": {4 * second, 50 * second, 5 * second, 50 * second, 0, lateness.Own, false},
	} {
		f := newReferee([]*program{{process: &starvedProcess{ran: c.ran, waited: c.waited}}}, c.limit)
		unused := f.machine.Use() // otherwise the arena seems to have been held up all the time
		b := &f.bots[0]
		b.Ask(c.limit)
		b.owes, b.limit, b.seen, b.before = true, c.limit, time.Now(), harness.Spent{Waited: c.before}
		b.asked = b.seen.Add(-c.since)
		if since, ruling := f.missed(0); ruling.Verdict != c.want || ruling.Void != c.void {
			t.Errorf("%s: %+v, %+v", name, since, ruling)
		}
		unused()
	}
}

// TestVoidMatch: such a match ends, without a winner. It takes half a minute, for that is how long the machine is
// excused.
func TestVoidMatch(t *testing.T) {
	stage.Only(t, "waits for half a minute")
	a := testArena()
	began := time.Now()
	a.Transports[0] = &Transport{Times: times, Start: func(ctx context.Context, c harness.Command) (programs.Process, error) {
		p, err := startFakes(startProcess)(ctx, c)
		return &waitingProcess{p, began}, err
	}}
	r, err := a.Play(t.Context(), arena.Config{Map: "tiny", Turns: 60_000, Seed: 1, TurnTime: arena.Duration(20 * time.Millisecond),
		IDs: []int{0, 1}, Seats: seats(fakeBot+" behind "+filepath.Join(t.TempDir(), "none"), "builtin:idle")})
	starved := (*arena.StarvedError)(nil)
	if !errors.As(err, &starved) || starved.For < 30*time.Second {
		t.Fatalf("%+v, %v", r, err)
	}
	if s := r.Seats[0]; s.Late == 0 || s.Late != s.Host || s.Won || r.Seats[1].Won {
		t.Errorf("%+v", r.Seats)
	}
}

// waitingProcess waits for a processor all the time.
type waitingProcess struct {
	programs.Process
	began time.Time
}

func (p *waitingProcess) Spent(bool) harness.Spent { return harness.Spent{Waited: time.Since(p.began)} }
