package overnetorcai

import (
	"net"
	"strconv"
	"testing"
	"time"

	"blastyard/arena/internal/lateness"
	"blastyard/arena/internal/listeners"
	"blastyard/internal/hostlag"
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
