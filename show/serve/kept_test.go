package serve

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"testing/synctest"
)

// noise returns a frame that hardly compresses.
func noise(turn int) []byte {
	r := rand.NewPCG(1, uint64(turn))
	text := make([]byte, 0, 2000)
	for len(text) < 1800 {
		text = strconv.AppendUint(text, r.Uint64(), 36)
	}
	return fmt.Appendf(nil, `{"turn":%d,"x":"%s"}`, turn, text)
}

// TestLongMatchForgets: a long match drops its oldest turns. It stays within its limit, and reports which turns
// exist.
func TestLongMatchForgets(t *testing.T) { synctest.Test(t, testLongMatchForgets) }

func testLongMatchForgets(t *testing.T) {
	m := NewMatch("m", nil)
	m.most = 500_000
	const turns = 40 * chunkTurns
	for turn := range turns {
		m.Add(turn, noise(turn))
	}
	m.End(nil)
	synctest.Wait() // wait for the compression
	if m.size > m.most {
		t.Errorf("%d bytes are kept, expected at most %d", m.size, m.most)
	}
	first, newest, _ := m.state()
	if first == 0 || first%chunkTurns != 0 || first > turns-chunkTurns || newest != turns-1 {
		t.Errorf("turns %d to %d", first, newest)
	}
	if _, ok := m.chunkAt(first/chunkTurns - 1); ok {
		t.Error("a chunk before the first is there")
	}
	if c, ok := m.chunkAt(first / chunkTurns); !ok || len(c.packed) == 0 {
		t.Error("the first chunk is missing")
	}
}

// TestLiveForgetsLargeMatches: finished matches are dropped if all together take too much, but the newest is kept.
func TestLiveForgetsLargeMatches(t *testing.T) { synctest.Test(t, testLiveForgetsLargeMatches) }

func testLiveForgetsLargeMatches(t *testing.T) {
	l := NewLive(10)
	l.most = 250_000
	for i := range 6 {
		m := NewMatch(fmt.Sprint("m", i), nil)
		if err := l.Add(m, Entry{}); err != nil {
			t.Fatal(err)
		}
		for turn := range chunkTurns {
			m.Add(turn, noise(turn))
		}
		synctest.Wait() // wait for the compression
		m.End(nil)
	}
	list := l.List()
	if n := len(list); n < 1 || n > 4 || list[n-1].ID != "m5" {
		t.Errorf("%+v", list)
	}
}
