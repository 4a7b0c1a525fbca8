package serve

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

// text returns the lines of a chunk, compressed or not.
func text(t *testing.T, m *Match, number int) string {
	t.Helper()
	c, ok := m.chunkAt(number)
	if !ok {
		return ""
	}
	if c.packed == nil {
		return string(c.lines)
	}
	var b bytes.Buffer
	if err := unpack(&b, c.packed); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestChunksHoldTheirTurns(t *testing.T) {
	for _, newest := range []int{0, 1, 62, 63, 64, 65, 127, 128, 1000} {
		m := NewMatch("m", nil)
		for turn := range newest + 1 {
			m.Add(turn, frame(turn))
		}
		for k := range newest/64 + 2 {
			want := ""
			if 64*k <= newest {
				want = lines(64*k, min(64*k+63, newest))
			}
			if got := text(t, m, k); got != want {
				t.Errorf("%d turns, chunk %d: %q, want %q", newest+1, k, got, want)
			}
		}
		if m.Turn() != newest {
			t.Errorf("newest turn %d, want %d", m.Turn(), newest)
		}
	}
}

func TestTurnsMayBeginLateAndHaveGaps(t *testing.T) {
	const last = math.MaxInt >> 13
	m := NewMatch("m", nil)
	for _, turn := range []int{17, 18, 18, 3, 64, last} {
		m.Add(turn, frame(turn))
	}
	if first, newest, end := m.state(); first != 17 || newest != last || end != nil {
		t.Errorf("turns %d to %d, end %q", first, newest, end)
	}
	for k, want := range map[int]string{0: lines(17, 18), 1: lines(64, 64), 2: "", last / 64: lines(last, last)} {
		if got := text(t, m, k); got != want {
			t.Errorf("chunk %d: %q, want %q", k, got, want)
		}
	}
}

func TestEndIsTheLast(t *testing.T) {
	m := NewMatch("m", nil)
	if _, _, end, _ := m.look(); m.Turn() != -1 || m.Ended() || end != nil {
		t.Error("a new match has turns or an end")
	}
	m.Add(0, frame(0))
	ends := 0
	m.whenEnded(func() { ends++ })
	m.End([]byte("{\"winner\":\n1}"))
	m.End([]byte(`{"winner":2}`))
	m.Add(1, frame(1))
	m.whenEnded(func() { ends++ })
	turn, newest, end, _ := m.look()
	if turn != 0 || string(newest) != `{"turn":0}` || string(end) != `{"winner": 1}` || !m.Ended() || ends != 2 {
		t.Errorf("turn %d %s, end %s, told %d times", turn, newest, end, ends)
	}
}

func TestFramesAreCopiedAndOneLine(t *testing.T) {
	m := NewMatch("m", []byte("{\n}"))
	text := []byte("{\"tree\":\r\n{}}")
	m.Add(0, text)
	_, first, _, _ := m.look()
	copy(text, "xxxxxx")
	for turn := 1; turn < 200; turn++ {
		m.Add(turn, text)
	}
	if want := `{"tree":  {}}`; string(first) != want {
		t.Errorf("first frame %q, want %q", first, want)
	}
	if string(m.header) != "{ }" {
		t.Errorf("show %q", m.header)
	}
}

func TestManyLookWhileTurnsAreAdded(t *testing.T) {
	m := NewMatch("m", nil)
	const turns = 1000
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			seen := -1
			for {
				turn, f, end, news := m.look()
				if turn < seen || turn >= 0 && string(f) != string(frame(turn)) {
					t.Errorf("turn %d after %d: %s", turn, seen, f)
				}
				if turn >= 0 && !strings.Contains(text(t, m, turn/64), string(frame(turn))) {
					t.Errorf("turn %d is not in its chunk", turn)
				}
				seen = turn
				if end != nil {
					break
				}
				<-news
			}
			if seen != turns-1 {
				t.Errorf("the last turn seen is %d", seen)
			}
		})
	}
	for turn := range turns {
		m.Add(turn, frame(turn))
	}
	m.End(nil)
	readers.Wait()
}

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{
		"a": true, "Match-7_b": true, strings.Repeat("x", 100): true,
		"": false, ".": false, "..": false, "a.b": false, "a/b": false, `a\b`: false, "a b": false, "ä": false, "a\x00": false,
		"%2e": false, strings.Repeat("x", 101): false,
	} {
		if ValidID(id) != want {
			t.Errorf("ValidID(%q) is %v", id, !want)
		}
	}
}

func TestLiveKeepsWhatGoesOnAndSomeOfTheRest(t *testing.T) {
	l := NewLive(2)
	var all []*Match
	for i := range 5 {
		m := NewMatch(fmt.Sprint("m", i), nil)
		all = append(all, m)
		if err := l.Add(m, Entry{ID: "other", Live: false, Title: fmt.Sprint(i), Winner: 3}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Add(all[0], Entry{}); err == nil {
		t.Error("an id may be listed twice")
	}
	if err := l.Add(NewMatch("../x", nil), Entry{}); err == nil {
		t.Error("an id that is not valid may be listed")
	}
	all[0].Add(0, frame(0))
	changed := l.Changed()
	for _, i := range []int{1, 2, 4} {
		all[i].End(fmt.Appendf(nil, `{"turns":9,"winner":%d}`, i))
	}
	<-changed
	l.Update("m0", func(e *Entry) { e.ID, e.Title, e.Winner = "x", "zero", 7 })
	l.Update("none", func(*Entry) { t.Error("a match that is not listed changes") })
	var got []string
	for _, e := range l.List() {
		got = append(got, fmt.Sprintf("%s %s live=%v turn=%d winner=%d", e.ID, e.Title, e.Live, e.Turn, e.Winner))
	}
	want := "m0 zero live=true turn=0 winner=-1, m2 2 live=false turn=-1 winner=2, " +
		"m3 3 live=true turn=-1 winner=-1, m4 4 live=false turn=-1 winner=4"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
	if _, err := l.Open("m1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the oldest that is over: %v", err)
	}
	if m, err := l.Open("m4"); m != all[4] || err != nil {
		t.Errorf("the newest: %v, %v", m, err)
	}
}
