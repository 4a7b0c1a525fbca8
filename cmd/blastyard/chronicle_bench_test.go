package main

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"
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
