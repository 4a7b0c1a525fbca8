package explain

import (
	"strings"
	"testing"

	"blastyard/replay"
)

// TestLettersGoByTheEntrant: lessons name players as the page and the pictures do.
func TestLettersGoByTheEntrant(t *testing.T) {
	l := newLedger(&replay.Header{Players: []replay.Player{{Entrant: 3}, {Entrant: 1}, {}}}, 9, true)
	if got := l.mark(0) + l.mark(1) + l.mark(2) + l.mark(-1); got != "CAC?" {
		t.Errorf("the players are %q, expected CAC?: the third by its id", got)
	}
	l.count(Refused, 0, "why not", "jump", 1, 1)
	l.count(Late, 1, "", "", 2, 1)
	var texts []string
	for _, x := range l.settle(1) {
		texts = append(texts, x.Text)
	}
	all := strings.Join(texts, "; ")
	if len(texts) != 2 || !strings.Contains(all, `C asked for "jump", refused: why not`) || !strings.Contains(all, "A was late in 1 turn") {
		t.Errorf("the lessons are %q", texts)
	}
}
