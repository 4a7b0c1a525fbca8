package serve

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/stage"
)

// A board makes the frames of a match like one of hexabomb, on 415 cells with 4 players of 7 characters.
type board struct {
	viewer.Frame
	chance *rand.Rand
	text   []byte
}

func newBoard() *board {
	b := &board{chance: rand.New(rand.NewPCG(1, 2))}
	b.Cells = make([]viewer.Cell, 415)
	for i := range 28 {
		b.Tokens = append(b.Tokens, viewer.Token{ID: i, Player: i % 4, Cell: b.chance.IntN(415), Alive: true, Revival: -1, Bombs: 1})
	}
	for range 30 {
		b.Bombs = append(b.Bombs, viewer.Bomb{Cell: b.chance.IntN(415), Owner: 1, Timer: 3, Range: 4})
	}
	b.Players = make([]viewer.Player, 4)
	return b
}

// next returns the frame of the next turn: a few cells change owners, characters move, bombs count down.
func (b *board) next() []byte {
	b.Turn++
	for range 20 {
		b.Cells[b.chance.IntN(415)].Owner = viewer.OwnerOf(b.chance.IntN(4))
	}
	for i := range b.Tokens {
		b.Tokens[i].Cell = (b.Tokens[i].Cell + b.chance.IntN(3)) % 415
	}
	for i := range b.Bombs {
		if b.Bombs[i].Timer--; b.Bombs[i].Timer == 0 {
			b.Bombs[i] = viewer.Bomb{Cell: b.chance.IntN(415), Owner: viewer.OwnerOf(b.chance.IntN(4)), Timer: 6, Range: 4}
		}
	}
	b.Explosions = b.Explosions[:0]
	for range 20 {
		b.Explosions = append(b.Explosions, viewer.Explosion{Cell: b.chance.IntN(415), Owner: 2})
	}
	for i := range b.Players {
		b.Players[i] = viewer.Player{Score: 100 * b.Turn, Cells: b.chance.IntN(100), Share: 0.25, Characters: 7, Living: 7, Connected: true, Micros: b.chance.IntN(3000)}
	}
	b.text = b.AppendJSON(b.text[:0])
	return b.text
}

// BenchmarkAdd measures the cost of showing a turn, in a match with a turn every millisecond, with and without
// readers. The time per operation includes that millisecond; the medians are of Add alone.
func BenchmarkAdd(b *testing.B) {
	withReaders(b, func(b *testing.B, m *Match) {
		frames := newBoard()
		var took []time.Duration
		for b.Loop() {
			text := frames.next()
			time.Sleep(time.Millisecond)
			began := time.Now()
			m.Add(frames.Turn, text)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "median-ns")
		b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
	})
}

// BenchmarkFastMatch measures turns without pauses: making a frame and showing it, with and without readers, which
// run on the same processors.
func BenchmarkFastMatch(b *testing.B) {
	withReaders(b, func(b *testing.B, m *Match) {
		frames := newBoard()
		for b.Loop() {
			text := frames.next()
			m.Add(frames.Turn, text)
		}
	})
}

// withReaders runs a benchmark without readers and with 200 readers, each on a connection of its own.
func withReaders(b *testing.B, run func(*testing.B, *Match)) {
	for _, readers := range []int{0, 200} {
		b.Run(fmt.Sprint("readers=", readers), func(b *testing.B) {
			live := NewLive(1)
			server, err := New(Config{Catalog: live})
			if err != nil {
				b.Fatal(err)
			}
			l, _, err := Listen("")
			if err != nil {
				b.Fatal(err)
			}
			h := server.HTTP()
			go h.Serve(l)
			defer h.Close()
			m := NewMatch("m", nil)
			if err := live.Add(m, Entry{}); err != nil {
				b.Fatal(err)
			}
			for range readers {
				c := dial(b, l.Addr(), "")
				defer c.Close()
				if _, err := io.ReadFull(c, make([]byte, 1)); err != nil { // wait until its stream has begun
					b.Fatal(err)
				}
				go io.Copy(io.Discard, c)
			}
			run(b, m)
			m.End(nil)
		})
	}
}

// BenchmarkAddAlone measures Add without pauses, with compression in the background.
func BenchmarkAddAlone(b *testing.B) {
	frames := newBoard()
	var texts [][]byte
	for range 256 {
		texts = append(texts, slices.Clone(frames.next()))
	}
	m := NewMatch("m", nil)
	turn := 0
	b.SetBytes(int64(len(texts[0])))
	for b.Loop() {
		m.Add(turn, texts[turn%len(texts)])
		turn++
	}
	m.End(nil)
}

// TestLongMatchStaysSmall: the compressed frames of 65,535 turns stay within the limit of a match.
func TestLongMatchStaysSmall(t *testing.T) {
	stage.Plain(t, "measures memory, and packs many turns")
	var before, after runtime.MemStats
	frames := newBoard()
	runtime.GC()
	runtime.ReadMemStats(&before)
	m := NewMatch("m", nil)
	plain := 0
	const turns = 65535
	for turn := range turns {
		text := frames.next()
		plain += len(text)
		m.Add(turn, text)
	}
	m.End(nil)
	wait(t, "the compression", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return !slices.ContainsFunc(m.chunks, func(c *chunk) bool { return c.packed == nil })
	})
	first, newest, _ := m.state()
	packed := 0
	for k := first / chunkTurns; k <= newest/chunkTurns; k++ {
		c, ok := m.chunkAt(k)
		if !ok {
			t.Fatalf("chunk %d is missing", k)
		}
		packed += len(c.packed)
	}
	plain = plain / turns * (turns - first)
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d turns of %d bytes: %.1f MB held, %.1f MB of them chunks, of %.1f MB", turns, plain/turns, float64(held)/1e6, float64(packed)/1e6, float64(plain)/1e6)
	if packed > plain/3 || packed > keptMatch || newest != turns-1 {
		t.Errorf("turns %d to %d: %d bytes of %d", first, newest, packed, plain)
	}
	runtime.KeepAlive(m)
}
