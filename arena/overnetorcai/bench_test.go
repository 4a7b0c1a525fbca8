package overnetorcai

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/protocol/netorcai"
)

// walker is a client that sends a move for each of its characters every turn.
type walker struct{ actions [2]json.RawMessage }

func (w *walker) Start(g netorcai.GameStarts) error {
	for i, direction := range []string{"x+", "x-"} {
		actions := []byte{'['}
		for k := range 7 {
			actions = fmt.Appendf(actions, `{"id":%d,"movement":"move","direction":%q},`, 7*g.PlayerID+k, direction)
		}
		w.actions[i] = append(actions[:len(actions)-1], ']')
	}
	return nil
}

func (w *walker) Turn(_ context.Context, t netorcai.Turn) (json.RawMessage, error) {
	return w.actions[t.TurnNumber%2], nil
}

// addressSink is a sink that learns the address for bots that connect by themselves.
type addressSink struct {
	arena.NopSink
	address chan string
}

func (s addressSink) Note(n arena.Note) {
	if _, address, ok := strings.Cut(n.Text, " bots on "); ok {
		s.address <- address
	}
}

// BenchmarkNetorcai measures turns of a match over netorcai with four clients in this process that connect over TCP.
func BenchmarkNetorcai(b *testing.B) {
	const turns = 3000
	for b.Loop() {
		sink := addressSink{address: make(chan string, 1)}
		guests := make(chan error, 4)
		go func() {
			address := <-sink.address
			for i := range 4 {
				go func() {
					c, err := netorcai.Dial(b.Context(), address)
					if err == nil {
						defer c.Close()
						if err = c.Login(b.Context(), fmt.Sprint("walker", i), netorcai.RolePlayer); err == nil {
							_, err = netorcai.Play(b.Context(), c, &walker{})
						}
					}
					guests <- err
				}()
			}
		}()
		r, err := play(b.Context(), arena.Config{Map: "arena4", Seats: make([]arena.Seat, 4), Turns: turns, Seed: 1}, sink)
		if err != nil || r.Turns != turns {
			b.Fatal(r, err)
		}
		for range 4 {
			if err := <-guests; err != nil {
				b.Error(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*turns), "µs/turn")
}
