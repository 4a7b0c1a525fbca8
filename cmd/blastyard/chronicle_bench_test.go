package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/netorcai"
)

// BenchmarkReplayCost plays whole fast matches of 100 turns on 415 cells, in this process and through the server, with and
// without a replay: what writing costs. The bots are light, so that the match is as fast as can be, or hunters.
func BenchmarkReplayCost(b *testing.B) {
	for _, bot := range []string{"random", "hunter"} {
		for _, served := range []bool{false, true} {
			for _, written := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/served=%v/replay=%v", bot, served, written), func(b *testing.B) { benchmarkMatch(b, "builtin:"+bot, served, written) })
			}
		}
	}
}

func benchmarkMatch(b *testing.B, bot string, served, written bool) {
	o := playOptions{gameName: "hexabomb", mapName: "arena4", bots: []string{bot, bot, bot, bot}, turns: 100, quiet: true, orderName: "seeded",
		noTimeout: true, turnTime: 1, games: 1, hasSeed: true, host: "127.0.0.1", sandbox: "off", replay: noReplay}
	p, err := o.plan(io.Discard)
	if err != nil {
		b.Fatal(err)
	}
	out := &screen{plan: p, out: io.Discard, err: io.Discard}
	var play table = newHexabombTable(p.game.(*hexabombContest), p)
	if served {
		play = servedTable{p.game.(*hexabombContest), p}
	}
	dir := b.TempDir()
	for i := 0; b.Loop(); i++ {
		if written {
			p.replay = filepath.Join(dir, fmt.Sprint(i)+".blast")
		}
		if _, err := play.play(b.Context(), 0, out); err != nil {
			b.Fatal(err)
		}
	}
}

// walker sends a move for each of its characters every turn.
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

// BenchmarkReplayCostOverTCP plays 3,000 turns on 415 cells with four light players over TCP, each with 7 characters that all
// act, with and without a replay: the fastest match that programs can have.
func BenchmarkReplayCostOverTCP(b *testing.B) {
	for _, file := range []string{noReplay, "written.blast"} {
		b.Run("replay="+file, func(b *testing.B) {
			const turns = 3000
			for b.Loop() {
				playOverTCP(b, turns, file)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*turns), "µs/turn")
		})
	}
}

func playOverTCP(b *testing.B, turns int, file string) {
	if file != noReplay {
		file = filepath.Join(b.TempDir(), file)
	}
	log := &lockedBuffer{lines: make(chan string, 1000)}
	ended := make(chan int, 1)
	go func() {
		ended <- Run(b.Context(), []string{"play", "--map", "arena4", "--wait", "4", "--turns", fmt.Sprint(turns), "--seed", "1", "--replay", file}, strings.NewReader(""), io.Discard, log)
	}()
	line := log.waitFor(b, "waiting for 4 bots on ")
	_, address, _ := strings.Cut(strings.TrimSpace(line), " on ")
	for i := range 4 {
		go func() {
			c, err := netorcai.Dial(b.Context(), address)
			if err != nil {
				b.Error(err)
				return
			}
			defer c.Close()
			if err = c.Login(b.Context(), fmt.Sprint("walker", i), netorcai.RolePlayer); err == nil {
				_, err = netorcai.Play(b.Context(), c, &walker{})
			}
			if err != nil {
				b.Error(err)
			}
		}()
	}
	if code := <-ended; code != 0 {
		b.Fatalf("exit %d", code)
	}
}
