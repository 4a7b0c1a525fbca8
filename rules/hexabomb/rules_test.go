package hexabomb

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// rule is a sentence of the rules as a test case: a board, turns of actions, and the board after them.
type rule struct {
	name    string
	before  string // see State.String; a picture of one row may be spaced freely, with _ for a hole
	actions string // see turnsOf
	after   string // the turn and the scores may be omitted
	refused string // "TURN.INDEX Reason", separated by commas; "" for none
}

func TestRules(t *testing.T) {
	for _, group := range []struct {
		name  string
		rules []rule
	}{
		{"order", orderRules}, {"reading", readingRules}, {"move", moveRules}, {"bomb", bombRules}, {"revive", reviveRules},
		{"tenth turn", tenthTurnRules}, {"explosions", explosionRules}, {"colours", colourRules}, {"deaths", deathRules},
		{"sudden death", suddenDeathRules}, {"score", scoreRules},
	} {
		for _, r := range group.rules {
			t.Run(group.name+"/"+r.name, func(t *testing.T) { r.check(t) })
		}
	}
}

func (r rule) check(t *testing.T) {
	s, err := ParseState(spaced(r.before))
	if err != nil {
		t.Fatalf("before: %v", err)
	}
	var refused []string
	for turn, actions := range turnsOf(t, s.Board(), r.actions) {
		var list []Refusal
		s.Step(actions, &list)
		for _, f := range list {
			if f.Action != actions[f.Index] {
				t.Errorf("turn %d: refused action %+v is not action %d, %+v", turn+1, f.Action, f.Index, actions[f.Index])
			}
			refused = append(refused, fmt.Sprintf("%d.%d %s", turn+1, f.Index, reasonNames[f.Reason]))
		}
	}
	if got := strings.Join(refused, ", "); got != r.refused {
		t.Errorf("refused: %q, want %q", got, r.refused)
	}
	want, err := s.Board().ParseState(spaced(r.after))
	if err != nil {
		t.Fatalf("after: %v", err)
	}
	snap := want.Snapshot()
	if !strings.Contains(r.after, "turn:") {
		snap.Turn = s.Turn()
	}
	if !strings.Contains(r.after, "score:") {
		snap.Scores = s.Snapshot().Scores
	}
	if want, err = s.Board().Restore(snap); err != nil {
		t.Fatalf("after: %v", err)
	}
	if !s.Equal(want) {
		t.Errorf("after %q:\n%v\nwant\n%v", r.actions, s, want)
	}
}

// spaced puts the words of a picture of one row at even distances.
func spaced(text string) string {
	lines := strings.Split(text, "|")
	row := -1
	for i, line := range lines {
		switch {
		case strings.Contains(line, ":"):
		case row >= 0:
			return text // several rows are used unchanged
		default:
			row = i
		}
	}
	out := ""
	for _, w := range strings.Fields(lines[row]) {
		if w == "_" {
			w = ""
		}
		out += fmt.Sprintf("%-12s", w)
	}
	lines[row] = out
	return strings.Join(append(lines, "width: 12"), "|")
}

// turnsOf parses turns of actions: turns are separated by semicolons, actions by commas and spaces. An action is the
// name of a character (or an id) and x+ for a move, *32 for a bomb of delay 3 and range 2, ^ for a revival, or ? for
// an invalid action. In front of it b> names the player who sends it, if that is not the character's owner.
func turnsOf(t *testing.T, b *Board, text string) (turns [][]Action) {
	for _, turn := range strings.Split(text, ";") {
		var actions []Action
		for _, a := range strings.Split(turn, ", ") {
			if a = strings.TrimSpace(a); a != "" {
				actions = append(actions, actionOf(t, b, a))
			}
		}
		turns = append(turns, actions)
	}
	return turns
}

var actionForm = regexp.MustCompile(`^(?:([a-z@])>)?([a-z@]?)(\d+) (.*)$`)

func actionOf(t *testing.T, b *Board, text string) (a Action) {
	m := actionForm.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no action: %q", text)
	}
	player := func(letter string) int {
		for p := range b.NumPlayers() {
			if b.playerName(p) == letter {
				return p
			}
		}
		return b.NumPlayers()
	}
	id, _ := strconv.Atoi(m[3])
	if m[2] != "" {
		first, _ := b.Characters(player(m[2]))
		a.Player = uint16(player(m[2]))
		id += first
	}
	a.Character = uint16(id)
	if m[1] != "" {
		a.Player = uint16(player(m[1]))
	}
	switch verb := m[4]; verb[0] {
	case '*':
		word := wordReader{verb[1:]}
		delay, reach, _ := word.bomb()
		a.Kind, a.Delay, a.Range = DropBomb, uint8(delay), uint8(reach)
	case '^':
		a.Kind = Revive
	case '?':
		a.Kind = NumKinds
	default:
		for a.Direction.String() != verb {
			a.Direction++
		}
	}
	return a
}

var reasonNames = [numReasons]string{"NotRefused", "Malformed", "Repeated", "NoSuchCharacter", "NotYours", "Dead", "NoCellThere", "Occupied", "NoBombReady",
	"BombHere", "BombSetting", "NoSecondLife", "Alive", "TooEarly"}

var orderRules = []rule{
	{"the first to be received goes first", "a0 . b0", "a0 x+, b0 x-", "a a0 b0", "1.1 Occupied"},
	{"whoever that is", "a0 . b0", "b0 x-, a0 x+", "a0 b0 b", "1.1 Occupied"},
	{"also among a player's own", "a0 . a1", "a1 x-, a0 x+", "a0 a1 a", "1.1 Occupied"},
	{"actions of several players may be mixed", "a0 . b0 . a1 b1", "a0 x+, b0 x+, a1 x-", "a a0 b b0 a1 b1", "1.2 Occupied"},
	{"a line steps forward", "a0 a1 a2 .", "a0 x+, a1 x+, a2 x+", "a a0 a1 a2", ""},
	{"a line of several players too", "a0 b0 c0 d0 .", "a0 x+, b0 x+, c0 x+, d0 x+", "a a0 b0 c0 d0", ""},
	{"a line against the order needs one pass", "a0 a1 a2 .", "a2 x+, a1 x+, a0 x+", "a a0 a1 a2", ""},
	{"a line whose head is stuck stays", "a0 a1 a2", "a0 x+, a1 x+, a2 x+", "a0 a1 a2", "1.2 NoCellThere, 1.0 Occupied, 1.1 Occupied"},
	{"two that would swap stay", "a0 b0", "a0 x+, b0 x-", "a0 b0", "1.0 Occupied, 1.1 Occupied"},
	{"a full ring stays", "a0  b0|  c0", "a0 x+, b0 y-, c0 z+", "a0  b0|  c0", "1.0 Occupied, 1.1 Occupied, 1.2 Occupied"},
	{"a ring with a gap turns", "  a0  b0|.       c0|  e0  d0", "a0 x+, b0 z-, c0 y-, d0 x-, e0 z+", "  a   a0|e0      b0|  d0  c0", ""},
	{"a pass that moves some is followed by another", "a0 b0 . c0 d0 .", "a0 x+, b0 x+, c0 x+, d0 x+", "a a0 b0 c c0 d0", ""},
	// The blocked a0 is tried again only after the whole list, so b0 is faster.
	{"passes are whole", "a0      c0      b0|            .", "a0 x+, c0 z-, b0 x-", "a0      b0      b|            c0", "1.0 Occupied"},
	{"a bomb is dropped once only", "a0 b0 .", "a0 *22, b0 x+", "bombs: a0=0|a0*22 b b0", ""},
	{"nothing to do", "a0 .", "", "turn: 1|score: a=1|a0 .", ""},
}

var readingRules = []rule{
	{"the first action stands", "a0 . .", "a0 x+, a0 x+", "a a0 .", "1.1 Repeated"},
	{"even if it fails", "a0 .", "a0 x-, a0 x+", "a0 .", "1.0 NoCellThere, 1.1 Repeated"},
	{"even if it is blocked", "a0 b0", "a0 x+, a0 *22", "a0 b0", "1.1 Repeated, 1.0 Occupied"},
	{"what is no action does not stand", "a0 .", "a0 ?, a0 x+", "a a0", "1.0 Malformed"},
	{"an action a turn", "a0 . .", "a0 x+; a0 x+", "a a a0", ""},
	{"no such character", "a0 .", "a>1 x+, a>65535 x+", "a0 .", "1.0 NoSuchCharacter, 1.1 NoSuchCharacter"},
	{"another's character", "a0 . b0", "a>b0 x-", "a0 . b0", "1.0 NotYours"},
	{"does not take its owner's action away", "a0 . b0", "a>b0 x-, b0 x-", "a0 b0 b", "1.0 NotYours"},
	{"no such player", "a0 .", "z>a0 x+", "a0 .", "1.0 NotYours"},
}

var moveRules = []rule{
	{"x+", ". a0 .", "a0 x+", ". a a0", ""},
	{"x-", ". a0 .", "a0 x-", "a0 a .", ""},
	{"y+", "  .   .|.   a0  .|  .   .", "a0 y+", "  .   a0|.   a   .|  .   .", ""},
	{"y-", "  .   .|.   a0  .|  .   .", "a0 y-", "  .   .|.   a   .|  a0  .", ""},
	{"z+", "  .   .|.   a0  .|  .   .", "a0 z+", "  a0  .|.   a   .|  .   .", ""},
	{"z-", "  .   .|.   a0  .|  .   .", "a0 z-", "  .   .|.   a   .|  .   a0", ""},
	{"the target takes the colour, the left cell keeps it", "a0 b b0", "a0 x+; a0 x-", "a0 a b0", ""},
	{"off the board", "a0 .", "a0 x-", "a0 .", "1.0 NoCellThere"},
	{"into a hole", "a0 _ .", "a0 x+", "a0 _ .", "1.0 NoCellThere"},
	{"onto a character", "a0 b0", "a0 x+", "a0 b0", "1.0 Occupied"},
	{"onto a bomb", "a0 a*42", "a0 x+", "a0 a*32", "1.0 Occupied"},
	{"onto a bomb dropped this turn", "a0 b0 .", "b0 *42; b0 x+; a0 x+", "bombs: b0=0|a0 b*22 b0", "3.0 Occupied"},
	{"onto a body", "a0 .+b0", "a0 x+", "a a0+b0", ""},
	{"of the dead", ". .+a0", "a0 x-", ". .+a0", "1.0 Dead"},
	{"off a bomb", "bombs: a0=0|a0*42 .", "a0 x+", "bombs: a0=0|a*32 a0", ""},
}

var bombRules = []rule{
	{"shows the delay that was asked for", "a0 .", "a0 *32", "bombs: a0=0|a0*32 .", ""},
	{"has the character's colour", "a0 b0", "b0 *42", "bombs: b0=0|a0 b0*42", ""},
	{"of the dead", ". .+a0", "a0 *22", ". .+a0", "1.0 Dead"},
	{"none ready", "bombs: a0=0|a0 .", "a0 *22", "bombs: a0=0|a0 .", "1.0 NoBombReady"},
	{"two ready", "bombs: a0=2|a0 .", "a0 *42; a0 x+; a0 *42", "bombs: a0=0|a*22 a0*42", ""},
	{"one on a cell", "bombs: a0=2|a0 .", "a0 *42; a0 *42", "bombs: a0=1|a0*32 .", "2.0 BombHere"},
	{"none ready is said before one is there", "a0 .", "a0 *42; a0 *42", "bombs: a0=0|a0*32 .", "2.0 NoBombReady"},
	{"the least", "a0 .", "a0 *22", "bombs: a0=0|a0*22 .", ""},
	{"the most", "a0 .", "a0 *44", "bombs: a0=0|a0*44 .", ""},
	{"too short a delay", "a0 .", "a0 *12", "a0 .", "1.0 BombSetting"},
	{"too long a delay", "a0 .", "a0 *52", "a0 .", "1.0 BombSetting"},
	{"too short a range", "a0 .", "a0 *21", "a0 .", "1.0 BombSetting"},
	{"too long a range", "a0 .", "a0 *25", "a0 .", "1.0 BombSetting"},
	{"no delay, no range", "a0 .", "a0 *00", "a0 .", "1.0 BombSetting"},
	{"far too much", "a0 .", "a0 *255,255", "a0 .", "1.0 BombSetting"},
	{"in the order of dropping", "a0 b0", "b0 *44, a0 *44", "bombs: a0=0 b0=0|dropped: (1,0) (0,0)|a0*44 b0*44", ""},
	{"explodes at the end of the turn when its delay is over", "a0 _ b0", "a0 *22; ; ", "bombs: a0=0|delay: a0=3|a+a0! _ b0", ""},
}

var reviveRules = []rule{
	{"on the cell of the death", ". .+a0", "a0 ^", ". a0", ""},
	{"takes the cell's colour", "b0 b+a0", "a0 ^", "b0 a0", ""},
	{"the living", "a0 .", "a0 ^", "a0 .", "1.0 Alive"},
	{"in the turn after the death", "delay: a0=3|. .+a0", "a0 ^", "delay: a0=2|. .+a0", "1.0 TooEarly"},
	{"two turns after the death", "delay: a0=2|. .+a0", "a0 ^", "delay: a0=1|. .+a0", "1.0 TooEarly"},
	{"three turns after the death", "delay: a0=1|. .+a0", "a0 ^", ". .+a0", "1.0 TooEarly"},
	{"four turns after the death", "a0 _ b0 a*12", "; a0 x-, b0 ^; b0 ^; b0 ^; b0 ^",
		"a0 _ b0 a", "2.0 NoCellThere, 2.1 TooEarly, 3.0 TooEarly, 4.0 TooEarly"},
	{"a second action while it waits", "delay: a0=3|. .+a0", "a0 ^, a0 ^; a0 x-, a0 ^, a0 ^; a0 ^, a0 ^", ". .+a0",
		"1.0 TooEarly, 1.1 Repeated, 2.0 Dead, 2.1 Repeated, 2.2 Repeated, 3.0 TooEarly, 3.1 Repeated"},
	{"a second action when it need not wait", ". .+a0", "a0 x-, a0 ^; a0 ^, a0 x-", ". a0",
		"1.0 Dead, 1.1 Repeated, 2.1 Repeated"},
	{"a second action while it is blocked", "b0+a0 .", "a0 ^, a0 ^, b0 x+", "a0 b0", "1.1 Repeated"},
	{"an action too many does not delay it", ". .+a0", "a0 x-, a0 x-; a0 ^", ". a0", "1.0 Dead, 1.1 Repeated"},
	{"the delay stops at 0", "delay: a0=1|. .+a0", ";;;", ". .+a0", ""},
	{"blocked by a character", "b0+a0 .", "a0 ^", "b0+a0 .", "1.0 Occupied"},
	{"blocked by a bomb", "b0 b+a0*42", "a0 ^", "b0 b+a0*32", "1.0 Occupied"},
	{"blocked until the cell is left in the same turn", "b0+a0 .", "a0 ^, b0 x+", "a0 b0", ""},
	{"one of two bodies on a cell", ".+a0+b0 .", "b0 ^, a0 ^", "b0+a0 .", "1.1 Occupied"},
	{"both, if the first steps aside in later turns", ".+a0+b0 .", "b0 ^; b0 x+, a0 ^", "a0 b0", ""},
	{"blocks a move", "b0 .+a0", "a0 ^, b0 x+", "b0 a0", "1.1 Occupied"},
	{"with the bombs that it had", "bombs: a0=2|. .+a0", "a0 ^", "bombs: a0=2|. a0", ""},
}

var tenthTurnRules = []rule{
	{"a bomb more for all, the dead too", "turn: 9|bombs: a0=0 b0=0|delay: b0=3|a0 .+b0", "", "turn: 10|delay: b0=2|a0 .+b0", ""},
	{"at most two", "turn: 19|bombs: a0=2|a0 b0", "", "bombs: a0=2 b0=2|a0 b0", ""},
	{"not in the ninth turn", "turn: 8|bombs: a0=0|a0 .", "", "bombs: a0=0|a0 .", ""},
	{"not in the eleventh", "turn: 10|bombs: a0=0|a0 .", "", "bombs: a0=0|a0 .", ""},
	{"after the actions", "turn: 9|bombs: a0=0|a0 .", "a0 *22", "a0 .", "1.0 NoBombReady"},
	{"before the explosions", "turn: 9|bombs: a0=0|a0 a*12", "", "delay: a0=3|a+a0! a!", ""},
	{"a bomb spent is a bomb got", "turn: 9|a0 .", "a0 *22", "a0*22 .", ""},
	{"the special player's too", "turn: 9|@0 a0", "", "bombs: @0=2 a0=2|@0 a0", ""},
}
