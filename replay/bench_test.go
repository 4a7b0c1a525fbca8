package replay

import (
	"bytes"
	"io"
	"testing"

	"blastyard/game/games"
)

func BenchmarkVerify415Cells100Turns(b *testing.B) {
	file := write(b, bigMatch.play(b))
	for b.Loop() {
		r, err := Read(bytes.NewReader(file))
		if err == nil {
			err = Verify(r, games.All())
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHashHexabomb415Cells(b *testing.B) {
	r := bigMatch.play(b)
	g, err := NewMatch(&r.Header, games.All())
	if err != nil {
		b.Fatal(err)
	}
	for i := range r.Turns {
		if err := Play(g, &r.Turns[i], false); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Hash()
	}
}

func BenchmarkHashBomberman4Players(b *testing.B) {
	g, err := NewMatch(&playBombers(b, 1, 1, "idle", "idle", "idle", "idle").Header, games.All())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		g.Hash()
	}
}

func BenchmarkWriteTurn415Cells(b *testing.B) { benchmarkWrite(b, &bigMatch) }

func BenchmarkWriteTurn415CellsStates(b *testing.B) {
	m := bigMatch
	m.overWire = true
	benchmarkWrite(b, &m)
}

// benchmarkWrite measures a turn from the call until it is written.
func benchmarkWrite(b *testing.B, m *sample) {
	r := m.play(b)
	counter := &counter{}
	w, err := NewWriter(counter, &r.Header)
	if err != nil {
		b.Fatal(err)
	}
	head := counter.n
	n := 0
	for b.Loop() {
		t := r.Turns[n%len(r.Turns)]
		n++
		t.Turn = w.turns + 1
		if t.Turn > maxTurns {
			w.turns, t.Turn = 0, 1
		}
		if err := w.Turn(&t); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(counter.n-head)/float64(n), "bytes/turn")
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

func BenchmarkWriterStart(b *testing.B) {
	m := bigMatch
	m.turns = 1
	r := m.play(b)
	b.ReportAllocs()
	for b.Loop() {
		w, err := NewWriter(io.Discard, &r.Header)
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Close(nil); err != nil {
			b.Fatal(err)
		}
	}
}
