package bomberman

import (
	"fmt"
	"strings"
	"testing"
)

// rule is a sentence of the rules as a test case: a board, rounds of commands, and the board after them.
type rule struct {
	name     string
	before   string // see boardText
	commands string // one word a round, one letter a player: - nothing, u l r d move, b bomb, t trigger
	after    string // rows, after players' properties if they matter, as A: points=1 bag=2 radius=1 dead=3
	failed   string // the players whose last command was refused
}

func TestRules(t *testing.T) {
	for _, group := range []struct {
		name  string
		rules []rule
	}{
		{"explosions", explosionRules}, {"rays", rayRules}, {"chains", chainRules}, {"deaths", deathRules}, {"moves", moveRules},
		{"bombs", bombRules}, {"trigger", triggerRules}, {"wishes", wishRules}, {"walking in", walkRules}, {"power-ups", powerUpRules},
		{"points", pointRules}, {"pools", poolRules}, {"coverage", coverageRules},
	} {
		for _, r := range group.rules {
			t.Run(group.name+"/"+r.name, func(t *testing.T) { r.check(t) })
		}
	}
}

func (r rule) check(t *testing.T) {
	before := parseBoard(t, r.before)
	m := before.newMap(t)
	s := before.state(t, m)
	failed := make([]bool, m.Players())
	for _, commands := range commandsOf(t, r.commands) {
		s.Step(commands, failed)
	}
	after := parseBoard(t, r.after)
	var rows []string
	for _, row := range after.rows {
		rows = append(rows, strings.Join(row, " "))
	}
	if got, want := draw(s), strings.Join(rows, "|"); got != want {
		t.Errorf("after %s:\n%s\nwant\n%s\nbefore\n%s", r.commands, got, want, r.before)
	}
	onBoard := strings.Join(rows, "")
	refused := ""
	for k := range m.Players() {
		p := s.Player(k)
		if failed[k] {
			refused += string(Key(k))
		}
		if alive := strings.ContainsRune(onBoard, rune(Key(k))); alive != p.Alive {
			t.Errorf("player %c is alive: %v, want %v", Key(k), p.Alive, alive)
		}
		for _, field := range strings.Fields(after.fields[string(Key(k))]) {
			name, want, _ := strings.Cut(field, "=")
			got := map[string]int{"points": p.Points, "bag": p.Bag, "radius": p.Radius, "dead": p.KilledRound}[name]
			if fmt.Sprint(got) != want {
				t.Errorf("player %c has %s %d, want %s", Key(k), name, got, want)
			}
		}
	}
	if refused != r.failed {
		t.Errorf("refused: %q, want %q", refused, r.failed)
	}
}

var moveRules = []rule{
	{"up", ". . .|. A .|. . .", "u", ". A .|. . .|. . .", ""},
	{"left", ". . .|. A .|. . .", "l", ". . .|A . .|. . .", ""},
	{"right", ". . .|. A .|. . .", "r", ". . .|. . A|. . .", ""},
	{"down", ". . .|. A .|. . .", "d", ". . .|. . .|. A .", ""},
	{"nothing", ". A .", "-", ". A .", ""},
	{"off the map", "A .", "l", "A .", "A"},
	{"off the map, up", "A .", "u", "A .", "A"},
	{"onto a hard wall", "A # .", "r", "A # .", "A"},
	{"onto a soft wall", "A + .", "r", "A + .", "A"},
	{"onto a bomb", "A a9 .", "r", "A a8 .", "A"},
	{"onto another's bomb", "A b9 . B", "r-", "A b8 . B", "A"},
	{"off one's bomb", "Aa9 .", "r", "a8 A", ""},
	{"and not back", "Aa9 .", "r l", "a7 A", "A"},
	{"onto a bomb that an earlier key places", "A B", "bl", "Aa4 B", "B"},
	{"onto one that a later key places", "A B", "rb", "A Bb4", ""},
	{"onto a player that stays", "A B", "r-", "A B", ""},
	{"a wish that finds its block taken is not refused", "A B", "-l", "A B", ""},
}

var bombRules = []rule{
	{"one of the bag", "A . .", "b", "Aa4 . .", ""},
	{"no more than the bag holds", "A a9 .", "b", "A a8 .", "A"},
	{"two of two", "A: bag=2|A a9 .", "b", "Aa7 a8 .", ""},
	{"one on a block", "A: bag=2|Aa9 .", "b", "Aa8 .", "A"},
	{"the timer is three times the bag, and one", "A: bag=1|A", "b", "Aa4", ""},
	{"for two", "A: bag=2|A", "b", "Aa7", ""},
	{"for three", "A: bag=3|A", "b", "Aa10", ""},
	{"at most nine, and one", "A: bag=4|A", "b", "Aa10", ""},
	{"by another multiplier", "timer: 1|A: bag=3|A", "b", "Aa4", ""},
	{"it is the bag that counts, not what is left of it", "A: bag=2|A a9 .", "b", "Aa7 a8 .", ""},
	{"with the player's radius", "A: radius=4|A", "b", "Aa4r4", ""},
	{"that keeps its radius when the player's grows", "A !", "b r", "a3 A", ""},
	{"an exploding one is not back yet", "A . . a1 .", "b", "A . * * *", "A"},
	{"but in the next round", "A . . a1 .", "- b", "Aa4 . . . .", ""},
	{"sorted by row, then column", "A: bag=3|B: bag=2|. . A|b9 . .|. . B", "bb", ". . Aa10|b8 . .|. . Bb7", ""},
}

var triggerRules = []rule{
	{"explodes in the next round", "A . . a9 .", "t", "A . . a1 .", ""},
	{"and does", "A . . a9 .", "t -", "A . * * *", ""},
	{"the one with the lowest timer", "A . . a9 . . . a5 .", "t", "A . . a8 . . . a1 .", ""},
	{"on a tie the upper one", "A . . . .|. . . . a9|. a9 . . .", "t", "A . . . .|. . . . a1|. a8 . . .", ""},
	{"on a tie in a row the left one", "A . . a9 . a9 .", "t", "A . . a1 . a8 .", ""},
	{"no bomb", "A . .", "t", "A . .", "A"},
	{"not another's", "A . . b9 . . B", "t-", "A . . b8 . . B", "A"},
	{"not an exploding one", "A . . a1 . . a9 .", "t", "A . * * * . a1 .", ""},
	{"only an exploding one", "A . . a1 . .", "t", "A . * * * .", "A"},
	{"one that explodes in the next round anyway", "A . . a2 . .", "t", "A . . a1 . .", ""},
	{"one's own place", "Aa4 .", "t", "Aa1 .", ""},
}

var wishRules = []rule{
	{"a chain moves", "A B C .", "rrr", ". A B C", ""},
	{"against the order of keys", "C B A .", "rrr", ". C B A", ""},
	{"a mixed chain", "B C A .", "rrr", ". B C A", ""},
	{"a swap does not", "A B", "rl", "A B", ""},
	{"a ring does not", "A B|D C", "rdlu", "A B|D C", ""},
	{"a chain into a swap does not", "C A B", "rlr", "C A B", ""},
	{"a chain behind one who stays does not", "A B C .", "rr-", "A B C .", ""},
	{"a chain behind one who places a bomb does not", "A B .", "rb", "A Bb4 .", ""},
	{"one who left makes room for the next", "A B .|. . C", "rru", ". A B|. . C", ""}, // seed 1 decides for B
	{"a dying player holds its block", "A B b1 .", "r-", "A * * *", ""},
}

var walkRules = []rule{
	{"into a blast", "A . a1 . . B", "r-", ". * * * . B", ""},
	{"in this round", "round: 5|A . a1 . . B", "r-", "A: dead=5|. * * * . B", ""},
	{"pays who placed the bomb", "A . b1 . . B", "r-", "A: points=-100|B: points=100|. * * * . B", ""},
	{"the victim's own pays nobody", "A . a1 . . B", "r-", "A: points=-100|B: points=0|. * * * . B", ""},
	{"in a chain of moves", "B A . b1 . .", "rr", ". B * * * .", ""},
	{"after the blast", "A . b1 . . B", "-- r-", ". A . . . B", ""},
}

var powerUpRules = []rule{
	{"bag", "A & .", "r", "A: bag=2 radius=1 points=0|. A .", ""},
	{"radius", "A: radius=3|A ! .", "r", "A: bag=1 radius=6 points=0|. A .", ""},
	{"a radius of 32 bits wraps", "A: radius=1073741824|A ! .", "r", "A: radius=-2147483648|. A .", ""},
	{"super", "A: radius=3|A $ .", "r", "A: bag=2 radius=6 points=50|. A .", ""},
	{"super of other worth", "super: 7|A $ .", "r", "A: points=7|. A .", ""},
	{"one after the other", "A & ! $", "r r r", "A: bag=3 radius=4 points=50|. . . A", ""},
	{"are gone then", "A & .", "r l r", "A: bag=2|. A .", ""},
	{"the dying take them", "A & b1 . . B", "r-", "A: bag=2|. * * * . B", ""},
	{"a super's points, too", "A $ b1 . . B", "r-", "A: bag=2 points=-50|B: points=100|. * * * . B", ""},
	{"a killed player's bag counts no more for the living", "A $ b1 . . B", "r- --", "B: bag=1|. . . . . B", ""},
	{"only the one who gets there", "A & B", "r-", "A: bag=2|B: bag=1|. A B", ""},
	{"the bomb of this round has the old bag", "A &", "b", "Aa4 &", ""},
}

var coverageRules = []rule{
	{"of all blocks, rounded down", "coverage: 100|A . .", "-", "A: points=33|A . .", ""},
	{"two of three", "coverage: 100|A . .", "r", "A: points=66|. A .", ""},
	{"all", "coverage: 100|A . .", "r r", "A: points=100|. . A", ""},
	{"each block once", "coverage: 100|A . .", "r l r l", "A: points=66|A . .", ""},
	{"soft walls count", "coverage: 100|A + . .", "-", "A: points=25|A + . .", ""},
	{"also when they have gone", "coverage: 100|wall: 0|A . + a1", "-", "A: points=25|A . * *", ""},
	{"hard walls do not", "coverage: 100|A # #|# . #", "-", "A: points=50|A # #|# . #", ""},
	{"other points for it", "coverage: 50|A . .", "r", "A: points=33|. A .", ""},
	{"is added to the points", "coverage: 100|A . . + a1", "-", "A: points=30|A . . * *", ""},
	{"each for itself, also on another's blocks", "coverage: 100|A . . B", "r- lr ru", "A: points=50|B: points=25|. A . B", "B"},
	{"the dead keep theirs", "coverage: 100|bounty: 0|. . A b2 . . . . B", "-- -- --", "A: points=11|B: points=11|. . . . . . . . B", ""},
	{"who dies gets no more", "coverage: 100|bounty: 0|. A . b2 . . . B", "-- r-", "A: points=12|. . * * * . . B", ""},
}

func TestLeaderBoard(t *testing.T) {
	for _, c := range []struct{ name, board, want string }{
		{"by points", "A: points=5|B: points=7|C: points=6|A B C", "BCA"},
		{"by key", "A: points=5|B: points=5|C: points=5|C B A", "ABC"},
		{"the living first", "A: points=100 dead=3|B: points=-7|C: points=2|C B", "CBA"},
		{"the dead by points, too", "A: points=1 dead=9|B: points=2 dead=3|C: points=0|C", "CBA"},
		{"then who died first", "A: points=1 dead=9|B: points=1 dead=3|C: points=0|C", "CBA"},
		{"then by key", "A: points=1 dead=3|B: points=1 dead=3|C: points=1 dead=3|.", "ABC"},
		{"coverage is in the points", "coverage: 100|A: points=5|B: points=0|B . A", "AB"},
		{"the living with equal points by key", "B: points=3|A: points=3|D: points=3|C: points=4|A D C B", "CABD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseBoard(t, c.board)
			var got []byte
			for _, k := range b.state(t, b.newMap(t)).LeaderBoard() {
				got = append(got, Key(k))
			}
			if string(got) != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestOver(t *testing.T) {
	for _, c := range []struct {
		name, board, commands string
		want                  bool
	}{
		{"two live", "A . B", "--", false},
		{"one lives", "B: dead=1|A . .", "--", true},
		{"none lives", "A: dead=1|B: dead=1|. . .", "--", true},
		{"all but one die", "A . . B b1", "--", true},
		{"the last two die", ". A b1 B .", "--", true},
		// With its border the board of 1 by 3 is one of 3 by 5.
		{"as many rounds as blocks", "round: 14|A . B", "--", false},
		{"one more", "round: 15|A . B", "--", true},
		{"two more", "round: 16|A . B", "--", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseBoard(t, c.board)
			s := b.state(t, b.newMap(t))
			round := s.Round()
			for _, commands := range commandsOf(t, c.commands) {
				s.Step(commands, nil)
			}
			if s.Over() != c.want || s.Round() != round+1 {
				t.Errorf("over %v in round %d, want %v in round %d", s.Over(), s.Round(), c.want, round+1)
			}
		})
	}
}
