package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// hexabombLessons plays turns from a picture of a board and returns the lessons in words, with their costs at the
// price of 10 points for a turn of a character (1 in sudden death). A turn consists of actions such as "a0 x+; b1
// bomb 2 3; a1 revive". "late b" omits a player; all others answer.
func hexabombLessons(t *testing.T, picture string, turns ...string) []string {
	t.Helper()
	s, err := hexabomb.ParseState(rowOf(picture))
	if err != nil {
		t.Fatal(err)
	}
	r := reviewOf(t, hexabombFrom(t, s), &replay.Header{Players: make([]replay.Player, s.Board().NumPlayers())}, len(turns))
	for i, text := range turns {
		play(t, r, hexabombTurn(t, s.Board(), i+1, text))
	}
	r.end()
	price := 10.0
	if s.Board().SuddenDeath() {
		price = r.price()
	}
	return inWords(r.settle(price))
}

// hexabombFrom returns a match in a given state.
func hexabombFrom(t *testing.T, s *hexabomb.State) game.Match {
	t.Helper()
	b := s.Board()
	text := wire.NewEncoder(b).Append(nil, s)
	setup := game.Setup{Players: b.NumPlayers(), State: text}
	if b.SuddenDeath() {
		setup.Specials = 1
	}
	m, err := games.Hexabomb().New(setup)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.(game.StateLoader).Load(s.Turn(), text); err != nil {
		t.Fatal(err)
	}
	if got := hexabombOf(m); got.String() != s.String() {
		t.Fatalf("the match stands at\n%v, want\n%v", got, s)
	}
	return m
}

// reviewOf returns a review of a match of so many turns.
func reviewOf(t *testing.T, m game.Match, h *replay.Header, turns int) *review {
	t.Helper()
	l := newLedger(h, turns, true)
	rules, board, ok := rulesOf(m, l.mark)
	if !ok {
		t.Fatal("the game has no entries")
	}
	return newReview(l, m, rules, board)
}

func play(t *testing.T, r *review, turn replay.Turn) {
	t.Helper()
	if err := r.turn(&turn); err != nil {
		t.Fatal(err)
	}
}

// rowOf inserts the words of a picture of one row at its columns.
func rowOf(picture string) string {
	lines := strings.Split(picture, "|")
	last := len(lines) - 1
	var row strings.Builder
	for word := range strings.FieldsSeq(lines[last]) {
		fmt.Fprintf(&row, "%-8s", word)
	}
	lines[last] = row.String()
	return strings.Join(lines, "|")
}

func inWords(lessons []Lesson) (lines []string) {
	for _, l := range lessons {
		lines = append(lines, fmt.Sprintf("%v %d, %s: %s", l.Kind, l.Cost, l.When(), l.Text))
	}
	return lines
}

// hexabombTurn parses the actions of a turn.
func hexabombTurn(t *testing.T, b *hexabomb.Board, number int, text string) replay.Turn {
	t.Helper()
	turn := replay.Turn{Turn: number}
	actions := make([][]hexabomb.Action, b.NumPlayers())
	late := map[int]bool{}
	var order []int // players in the order of their actions
	playerOf := func(c byte) int {
		switch {
		case c == '@':
			return 0
		case b.SuddenDeath():
			return int(c-'a') + 1
		}
		return int(c - 'a')
	}
	for _, part := range strings.Split(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		if words[0] == "late" {
			late[playerOf(words[1][0])] = true
			turn.Late = append(turn.Late, playerOf(words[1][0]))
			continue
		}
		p := playerOf(words[0][0])
		first, _ := b.Characters(p)
		a := hexabomb.Action{Player: uint16(p), Character: uint16(first + int(words[0][1]-'0'))}
		switch words[1] {
		case "bomb":
			a.Kind = hexabomb.DropBomb
			if _, err := fmt.Sscan(words[2]+" "+words[3], &a.Range, &a.Delay); err != nil {
				t.Fatal(err)
			}
		case "revive":
			a.Kind = hexabomb.Revive
		default:
			a.Direction = hexabomb.NumDirections
			for d := range hexabomb.Direction(hexabomb.NumDirections) {
				if d.String() == words[1] {
					a.Direction = d
				}
			}
		}
		if len(actions[p]) == 0 {
			order = append(order, p)
		}
		actions[p] = append(actions[p], a)
	}
	for p := range actions {
		if len(actions[p]) == 0 && !late[p] {
			order = append(order, p)
		}
	}
	for _, p := range order {
		turn.Moves = append(turn.Moves, replay.Move{Player: p, Actions: wire.AppendActionsJSON(nil, actions[p])})
	}
	return turn
}

// hexabombCase is a row of cells from (0,0) on, with turns, and the expected lessons.
type hexabombCase struct {
	name, board string
	turns       []string
	want        []string
}

func checkHexabomb(t *testing.T, cases []hexabombCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, hexabombLessons(t, c.board, c.turns...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHexabombBlasts(t *testing.T) {
	checkHexabomb(t, []hexabombCase{
		{"walked into it", ". a0 . . b*12 . . . b0", []string{"a0 x+; b0 x-"},
			[]string{"blast 0, turn 1: A0 walked into a blast that was known (B's bomb at (4,0), due in 1); staying at (1,0) was safe"}},
		{"stayed in it", ". . a0 . b*12 . . . b0", []string{"b0 x-", "b0 x+", "b0 x-", "b0 x+", "b0 x-", "b0 x+"}, []string{
			"blast 40, turn 1: A0 stayed in a blast that was known (B's bomb at (4,0), due in 1); x- to (1,0) was safe",
			"revival 20, turns 5 to 6: A0 could have been revived, but lay dead for 2 turns"}},
		{"dropped a bomb in it", ". . a0 . b*12 . . . b0", []string{"a0 bomb 2 4; b0 x-"},
			[]string{"blast 0, turn 1: A0 stayed in a blast that was known (B's bomb at (4,0), due in 1); x- to (1,0) was safe"}},
		{"no safe move", "a0 . b*12 . . . b0", []string{"b0 x-"}, []string{
			"death 0, turn 1: A0 died in a blast that was known for 1 turn (B's bomb at (2,0)); there was no way out"}},
		{"no way out in time", ". . a0 . b*22 . . . b0", []string{"a0 x+; b0 x-", "a0 x-; b0 x+"},
			[]string{"blast 0, turn 1: A0 walked into a blast that was known (B's bomb at (4,0), due in 2); x- to (1,0) was safe"}},
		{"a last chance was there", ". . a0 . b*22 . . . b0", []string{"a0 x-; b0 x-", "a0 x+; b0 x+"},
			[]string{"blast 0, turn 2: A0 walked into a blast that was known (B's bomb at (4,0), due in 1); staying at (1,0) was safe"}},
		{"a chain", ". . a0 . b*42 . c*12 . . . b0 c0", []string{"b0 x-; c0 x-"},
			[]string{"blast 0, turn 1: A0 stayed in a blast that was known (B's bomb at (4,0), set off by C's at (6,0), due in 1); x- to (1,0) was safe"}},
		{"a chain that nobody could know", ". . a0 . b0 . c*12 . . c0", []string{"b0 bomb 2 4"}, []string{
			"death 0, turn 1: A0 died in a blast that nobody could know (B's bomb of turn 1 at (4,0), set off by C's at (6,0)): a bomb of the same turn was part of it",
			"blast 0, turn 1: B1 stayed in a blast that was known (C's bomb at (6,0), due in 1); x- to (3,0) was safe"}},
		{"a newer bomb was nearer, but only the older one was known", ". . . . a0 b0 b*34 . . . . .",
			[]string{"b0 bomb 2 2", "", ""}, []string{
				"blast 0, turn 1: A0 stayed in a blast that was known (B's bomb at (6,0), due in 3); x- to (3,0) was safe",
				"own bomb 0, turn 3: B1 died in the blast of B's own bomb (B's bomb of turn 1 at (5,0)); there was no way out"}},
		{"somebody else was quicker", "c0 . a0 . b*12 . . . b0", []string{"c0 x+; a0 x-; b0 x-"},
			[]string{`refused 0, turn 1: A asked for "A0: move x-", refused: another player came first to the same free cell`,
				"death 0, turn 1: A0 died in a blast that was known for 1 turn (B's bomb at (4,0)); the last way out was in turn 1"}},
		{"somebody else took the only way", "c0 . a0 . b*12 . . . b0", []string{"c0 x+; b0 x-"},
			[]string{"death 0, turn 1: A0 died in a blast that was known for 1 turn (B's bomb at (4,0)); there was no way out"}},
		{"somebody stands in the only way", ". c0 . a0 b*22 . . . b0", []string{"b0 x-", "b0 x+"}, []string{
			"idle 20, turns 1 to 2: C2 stood still for 2 turns, free to move",
			"death 0, turn 2: A0 died in a blast that was known for 2 turns (B's bomb at (4,0)); there was no way out"}},
		{"no answer", ". . a0 . b*12 . . . b0", []string{"late a; b0 x-"}, []string{
			"blast 0, turn 1: A0 stayed in a blast that was known (B's bomb at (4,0), due in 1), with no answer in time; x- to (1,0) was safe",
			"late 10, turn 1: A was late in 1 turn"}},
		{"revived into it: nothing is lost by that", ". . b+a0 . b*12 . . . b0", []string{"a0 revive; b0 x-"}, nil},
		{"far ahead", ". . . . . . . . . . . a0 @*65 . . . @0", []string{"@0 x-", "@0 x+", "@0 x-", "@0 x+", "@0 x-", "@0 x+", "@0 x-"},
			[]string{"blast 1, turn 2: B1 stayed in a blast that was known (A's bomb at (12,0), due in 5); x- to (10,0) was safe"}},
		{"sudden death", ". . a0 . @*12 . . . @0", []string{"@0 x-", "@0 x+", "@0 x-"},
			[]string{"blast 2, turn 1: B1 stayed in a blast that was known (A's bomb at (4,0), due in 1); x- to (1,0) was safe"}},
		{"one of two in sudden death", "a1 . a0 . @*12 . . . @0", []string{"@0 x-", "@0 x+", "@0 x-", "@0 x+", "@0 x-"},
			[]string{"blast 2, turn 1: B1 stayed in a blast that was known (A's bomb at (4,0), due in 1); x- to (1,0) was safe"}},
	})
}

func TestHexabombOwnBombs(t *testing.T) {
	checkHexabomb(t, []hexabombCase{
		{"no way out from the start", ". . . . a0 . . . . b0", []string{"a0 bomb 2 2; b0 x-", "a0 x+; b0 x+", "a0 x+; b0 x-"},
			[]string{"own bomb 0, turn 3: A0 died in the blast of A's own bomb (A's bomb of turn 1 at (4,0)); the last way out was in turn 1"}},
		{"waited too long", ". . . . a0 . . . . . b0", []string{"a0 bomb 2 3; b0 x-", "a0 x+; b0 x+", "a0 bomb 2 4; b0 x-", "a0 x+; b0 x+", "b0 x-"}, []string{
			`refused 10, turn 3: A asked for "A0: bomb of range 2, delay 4", refused: the character has no bomb ready`,
			"own bomb 10, turn 4: A0 died in the blast of A's own bomb (A's bomb of turn 1 at (4,0)); A0 could have gone x+ to (6,0) in turn 3"}},
		{"two of them, set off by another player", ". a0 . a1 . a*42 . b*12 . . b0 b1", []string{"a0 x-; b0 bomb 2 2; b1 bomb 2 2"},
			[]string{
				"own bomb 0, turn 1: A1 died in the blast of A's own bomb (A's bomb at (5,0), set off by B's at (7,0)); A1 could have gone x- to (2,0) in turn 1",
				"waste 10, turn 1: the bomb that B2 dropped at (10,0) did not explode before the end",
				"waste 10, turn 1: the bomb that B3 dropped at (11,0) did not explode before the end"}},
		{"two of them", ". . a0 a1 a*12 . . . b0 b1", []string{"b0 x-; b1 x-"},
			[]string{"own bomb 0, turn 1: A0 and A1 died in the blast of A's own bomb (A's bomb at (4,0)); A0 could have gone x- to (1,0) in turn 1"}},
		{"two of them, one of which had a way out once", "a1 a*32 . . . a0 . . . . b1 b0",
			[]string{"a0 bomb 2 2; b1 x-", "a0 x+; b1 x+", "a0 x+; b1 x-"},
			[]string{"idle 10, turn 2: B2 stood still for 1 turn, free to move",
				"own bomb 0, turn 3: A0 and A1 died in the blast of A's own bomb (A's bomb of turn 1 at (5,0)); the last way out was in turn 1"}},
		{"another bomb would have killed it, too", ". . . a0 . a*12 b*13 . . . . b0", []string{"b0 x-"},
			[]string{"blast 0, turn 1: A0 stayed in a blast that was known (A's bomb at (5,0), due in 1); x- to (2,0) was safe"}},
	})
}

func TestHexabombBombs(t *testing.T) {
	away := []string{"a0 bomb 2 3; b0 x-", "a0 x+; b0 x+", "a0 x+; b0 x-", "a0 x+; b0 x+"}
	checkHexabomb(t, []hexabombCase{
		{"for nothing", "a a a a a0 . . . . b0", away,
			[]string{"waste 10, turn 1: the bomb that A0 dropped at (4,0) took no cell and hurt nobody when it exploded in turn 4"}},
		{"it took a cell", "a a . a a0 . . . . b0", away, nil},
		{"it took a cell from another", "a a b a a0 . . . . b0", away, nil},
		{"it took a cell from another for nobody", "a a a a0 a c b b0 b b b . c0",
			[]string{"a0 bomb 2 3; b0 bomb 2 3; c0 x-", "a0 x-; b0 x+; c0 x+", "a0 x-; b0 x+; c0 x-", "a0 x-; b0 x+; c0 x+"}, nil},
		{"it hurt somebody", "a a a a a0 a a . b0", []string{"a0 bomb 2 3; b0 x-", "a0 x-; b0 x+", "a0 x-; b0 x-", "a0 x-; b0 x-"},
			[]string{"blast 0, turn 4: B1 walked into a blast that was known (A's bomb of turn 1 at (4,0), due in 1); staying at (7,0) was safe"}},
		{"the match was over first", ". . a0 . . b0", []string{"a0 bomb 2 4; b0 x-", "a0 x-; b0 x+"},
			[]string{"waste 10, turn 1: the bomb that A0 dropped at (2,0) did not explode before the end"}},
		{"the special player's hurt nobody", ". . a0 . . . . . . @0", []string{"@0 bomb 2 2", "", ""},
			[]string{"waste 1, turn 1: the bomb that A0 dropped at (9,0) hurt nobody when it exploded in turn 3"}},
		{"in sudden death others have no use for colours", "a a a a a0 . . . . @0", []string{"a0 bomb 2 3", "a0 x+", "a0 x+", "a0 x+"}, nil},
	})
}

func TestHexabombIdle(t *testing.T) {
	checkHexabomb(t, []hexabombCase{
		{"stood still", ". a0 . . b0", []string{"b0 x-", "a0 x+; b0 x+", "b0 x-", "b0 x+"}, []string{
			"idle 10, turn 1: A0 stood still for 1 turn, free to move",
			"idle 20, turns 3 to 4: A0 stood still for 2 turns, free to move"}},
		{"several, in a row", ". a0 . a1 . a2 . b0 b1 b2", []string{"b0 x-", "b0 x+"}, []string{
			"idle 60, turns 1 to 2: A0, A1 and A2 stood still for 2 turns, free to move", "idle 10, turn 2: B4 stood still for 1 turn, free to move"}},
		{"not free to move", "a0 b0", []string{"", ""}, nil},
		{"safe only where it stands", "a0 . . b*12 . . . b0", []string{"b0 x-"}, nil},
		{"sudden death has no use for it", "a0 . . @0", []string{"", ""}, nil},
		{"revived as soon as it may be", "delay: a0=1|. a+a0 . b0", []string{"b0 x-", "a0 revive; b0 x+"}, nil},
		{"not revived", "delay: a0=1|. a+a0 . b0", []string{"b0 bomb 2 4", "b0 bomb 2 4", "a0 revive; b0 x-"}, []string{
			"waste 10, turn 1: the bomb that B1 dropped at (3,0) did not explode before the end",
			"revival 10, turn 2: A0 could have been revived, but lay dead for 1 turn",
			`refused 10, turn 2: B asked for "B1: bomb of range 2, delay 4", refused: the character has no bomb ready`}},
		{"not revived into a blast", ". a+a0 . b*12 . . b0", []string{"b0 bomb 2 2"}, []string{
			"waste 10, turn 1: the bomb that B1 dropped at (6,0) did not explode before the end"}},
	})
}

func TestHexabombRefused(t *testing.T) {
	checkHexabomb(t, []hexabombCase{
		{"for the same reason, and late", "a0 . b0", []string{"a0 x-; b0 x-", "a0 x-; late b", "a0 x-; late b", "a0 bomb 7 2; b0 x+"}, []string{
			"refused 30, turns 1 to 3: 3 actions of A were refused: there is no cell in that direction (turns 1, 2, 3)",
			"late 20, turns 2 to 3: B was late in 2 turns (turns 2, 3)",
			`refused 10, turn 4: A asked for "A0: bomb of range 7, delay 2", refused: the bomb's range or delay is not allowed`}},
		{"what costs no turn", ". a0 . b+a1 . b0 b1", []string{"a0 x-; a0 x+; a1 x-; b0 x-; b1 bomb 2 2"}, []string{
			"revival 10, turn 1: A1 could have been revived, but lay dead for 1 turn",
			`refused 0, turn 1: A asked for "A0: move x+", refused: the player already has an action for this character this turn`,
			`refused 0, turn 1: A asked for "A1: move x-", refused: the character is dead`,
			"waste 10, turn 1: the bomb that B3 dropped at (6,0) did not explode before the end"}},
	})
}
