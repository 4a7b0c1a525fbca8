package netconsole

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/rules/bomberman"
)

// TestMessagesKeepTheirDistance: the original's clients lose a second message that arrives in the same read, and what
// arrives just before the end.
func TestMessagesKeepTheirDistance(t *testing.T) {
	cfg := Config{Settings: bomberman.DefaultSettings()}.withDefaults()
	synctest.Test(t, func(t *testing.T) {
		host, player := net.Pipe()
		defer player.Close()
		l := &link{conn: host, out: make(chan outgoing, maxQueue)}
		closed := make(chan time.Time)
		go func() {
			l.write(cfg.WriteTime, cfg.LingerTime, cfg.Gap)
			closed <- time.Now()
		}()
		messages := []Message{{PlayerRegistered, "A"}, {GameMap, "map"}, {CommandFailed, "no"}, {Killed, "A"}, {GameComplete, "over"}}
		for _, m := range messages {
			l.out <- prepare(m)
		}
		l.finish()
		d := NewDecoder(player, maxFromHost)
		var last time.Time
		apart := func(at time.Time, what string) {
			if gap := at.Sub(last); !last.IsZero() && (gap < 20*time.Millisecond || gap > 50*time.Millisecond) {
				t.Errorf("%s comes %v after the one before", what, gap)
			}
			last = at
		}
		for _, want := range messages {
			m, err := d.Next()
			if err != nil || m != want {
				t.Fatalf("%v, %v, want %v", m, err, want)
			}
			apart(time.Now(), m.String())
		}
		apart(<-closed, "the end")
		host.Close()
	})
}
