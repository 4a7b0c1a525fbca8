package tournament

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// TestLine: the line of a result is what encoding/json writes for the fields that the fingerprint covers.
func TestLine(t *testing.T) {
	full := Result{ID: ID{1, 7, 2}, Entrants: []int{4, 2}, Versions: []string{"", "abc"}, Ranks: []int{1, 2},
		Scores: []int{-3, 1 << 30}, Reasons: []string{"crashed", "finished"}, Late: []int{0, 2}, Host: []int{0, 1},
		Refused: []int{5, 0}, Turns: 33, State: "00ff"}
	plain := Result{ID: ID{0, 7, 2}, Entrants: []int{4, 2}, Ranks: []int{1, 1}, Scores: []int{0, 0}, Turns: 1}
	for _, r := range []Result{full, plain} {
		want, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.AppendLine(nil)); got != string(want)+"\n" {
			t.Errorf("got  %swant %s\n", got, want)
		}
		without := string(r.AppendLine(nil))
		r.Try, r.Used, r.Took, r.Voids, r.Marked = 1, []int64{1, 2}, 5, 2, true
		r.Words, r.Replay, r.Worker, r.Ended = []string{"a"}, "b", "c", 6
		if got := string(r.AppendLine(nil)); got != without {
			t.Errorf("what differs from machine to machine is in the line: %s", got)
		}
	}
	none := plain
	none.Versions, none.Reasons = []string{"", ""}, []string{"finished", "finished"}
	none.Late, none.Host, none.Refused = []int{0, 0}, []int{0, 0}, []int{0, 0}
	if got, want := string(none.AppendLine(nil)), string(plain.AppendLine(nil)); got != want {
		t.Errorf("lists in which nothing happened: got %s, want %s", got, want)
	}
}

// TestFingerprint: the fingerprint is the SHA-256 of the lines, as docs/competitions.md describes.
func TestFingerprint(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: []string{"a", "<b>", "ü"}})
	empty := s.Fingerprint()
	playAll(t, s)
	var text bytes.Buffer
	for f := range s.Fixtures(0) {
		r, ok := s.Result(f.ID)
		if !ok {
			t.Fatal(f.ID)
		}
		text.Write(r.AppendLine(nil))
	}
	if lines := strings.Count(text.String(), "\n"); lines != 6 {
		t.Errorf("%d lines", lines)
	}
	text.WriteString(`["a","<b>","ü"]` + "\n")
	sum := sha256.Sum256(text.Bytes())
	if got, want := s.Fingerprint(), hex.EncodeToString(sum[:]); got != want || got == empty {
		t.Errorf("got %s, want %s, and not %s", got, want, empty)
	}
	if again := s.Fingerprint(); again != s.Fingerprint() || again == empty {
		t.Errorf("asked again: %s", again)
	}
	if got, want := FingerprintOf(s.Entrants(0), s.counted(0)), s.Fingerprint(); got != want {
		t.Errorf("of results from elsewhere: %s, want %s", got, want)
	}
}
