package explain

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/bomberman"
)

// bombermanLessons plays rounds on a map and returns the lessons in words, with their costs at the price of 10 points
// a round and a bounty of 100. The rows of the map are words, one letter for each block, from (2,2) on: . is nothing,
// # a hard wall, + a soft wall, A a player. A bomb of radius 2 explodes three rounds after it was placed. A round has
// a letter for each player: - nothing, u l r d moves, b bomb, t trigger, z late, x an unreadable command that looks
// like t.
func bombermanLessons(t *testing.T, rows string, rounds string) []string {
	t.Helper()
	r := bombermanReview(t, rows, rounds)
	r.end()
	return inWords(r.settle(10))
}

// bombermanReview plays the rounds of bombermanLessons.
func bombermanReview(t *testing.T, rows string, rounds string) *review {
	t.Helper()
	settings := bomberman.DefaultSettings()
	settings.SmallSize, settings.WallChance, settings.TimerMultiplier, settings.BombRadius, settings.CoveragePoints = 11, 0, 2, 2, 0
	players := 0
	for ; strings.Contains(rows, string(bomberman.Key(players))); players++ {
	}
	settings.BagPowerUps, settings.RadiusPowerUps = 0, 0
	settings.BombBag = 1
	m, err := bomberman.Generate(settings, players, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Blocks {
		m.Blocks[i] = bomberman.Block{Wall: bomberman.HardWall}
	}
	for y, row := range strings.Split(rows, "|") {
		for x, word := range strings.Fields(row) {
			at := bomberman.Pos{X: x + 2, Y: y + 2}
			b := &m.Blocks[(at.Y-1)*m.Width+at.X-1]
			switch b.Wall = bomberman.NoWall; word {
			case ".":
			case "#":
				b.Wall = bomberman.HardWall
			case "+":
				b.Wall = bomberman.SoftWall
			default:
				m.Starts[word[0]-'A'] = at
			}
		}
	}
	m.Bounty = 100
	g, err := games.Bomberman().New(game.Setup{Players: players})
	if err != nil {
		t.Fatal(err)
	}
	bombermanOf(g).Restart(m)
	r := reviewOf(t, g, &replay.Header{Players: make([]replay.Player, players)}, len(strings.Fields(rounds)))
	for i, word := range strings.Fields(rounds) {
		turn := replay.Turn{Turn: i + 1}
		for p, c := range word {
			if c == 'z' {
				turn.Late = append(turn.Late, p)
				continue
			}
			actions := strconv.Itoa(strings.IndexRune("-ulrdbt", c))
			if c == 'x' {
				actions = "06"
			}
			if g.Acts(p) {
				turn.Moves = append(turn.Moves, replay.Move{Player: p, Actions: json.RawMessage(actions)})
			}
		}
		play(t, r, turn)
	}
	return r
}

func TestBomberman(t *testing.T) {
	for _, c := range []struct {
		name, rows, rounds string
		want               []string
	}{
		{"stayed in it", "A . B . . .|. # # . # #", "db ur -d --",
			[]string{"blast 100, turn 3: A stayed in a blast that was known (B's bomb of turn 1 at (4,2), due in 2); down to (2,3) was safe"}},
		{"walked into it", "A . B . . .|. # # . # #", "db -r -d u-", []string{
			"idle 10, turn 2: A stood still for 1 turn, free to move",
			"blast 100, turn 4: A walked into a blast that was known (B's bomb of turn 1 at (4,2), due in 1); staying at (2,3) was safe"}},
		{"no answer", "A . B . . .|. # # . # #", "db ur zd --", []string{
			"blast 100, turn 3: A stayed in a blast that was known (B's bomb of turn 1 at (4,2), due in 2), with no answer in time; down to (2,3) was safe",
			"late 10, turn 3: A was late in 1 turn"}},
		{"no safe move", "A . B . . .|# # # . # #", "rb lr -d --",
			[]string{"death 100, turn 4: A died in a blast that was known for 3 turns (B's bomb of turn 1 at (4,2)); the last way out was in turn 1"}},
		{"a chain", "A . . B C . .|. # . # # . #", "dlb ubr -dd ---", []string{
			"blast 100, turn 3: A stayed in a blast that was known (B's bomb of turn 2 at (4,2), set off by C's at (6,2), due in 2); down to (2,3) was safe",
			"own bomb 100, turn 4: B died in the blast of its own bomb (B's bomb of turn 2 at (4,2), set off by C's at (6,2)); the last way out was in turn 2"}},
		{"a soft wall holds the blast", "A + B . . .|. # # . # #", "db ur dd u-", nil},
		{"its own bomb", "A # B . . .|. # # . # #", "db ur d- u-",
			[]string{"own bomb 100, turn 4: B died in the blast of its own bomb (B's bomb of turn 1 at (4,2)); B could have gone down to (5,3) in turn 3"}},
		{"who is dead is not late", "A # B . . .|. # # . # #", "db ur d- u- dz",
			[]string{"own bomb 110, turn 4: B died in the blast of its own bomb (B's bomb of turn 1 at (4,2)); B could have gone down to (5,3) in turn 3"}},
		{"its own bomb, triggered", "A # B . . .|. # # . # #", "db ut d-",
			[]string{"own bomb 100, turn 3: B died in the blast of its own bomb (B's bomb of turn 1 at (4,2), triggered in turn 2); the last way out was in turn 2"}},
		{"triggered before anybody could know", "A . B . . .|. # # . # #", "db ut --",
			[]string{"death 100, turn 3: A died in a blast that was known for 1 turn (B's bomb of turn 1 at (4,2), triggered in turn 2); the last way out was in turn 2",
				"own bomb 100, turn 3: B died in the blast of its own bomb (B's bomb of turn 1 at (4,2), triggered in turn 2); the last way out was in turn 2"}},
		{"a bomb for nothing", "A # B . . .|. # # . # #", "db ur dd u-",
			[]string{"waste 10, turn 1: the bomb that B placed at (4,2) took no wall and hit nobody when it exploded in turn 4"}},
		{"who waits for its bomb is not idle", "A # B . . .|. # # . . #", "db ur dd u-",
			[]string{"waste 10, turn 1: the bomb that B placed at (4,2) took no wall and hit nobody when it exploded in turn 4"}},
		{"the bomb of who is dead", "A . . . B .|. . # # # #", "b- db rl -l --", []string{
			"idle 10, turn 1: B stood still for 1 turn, free to move",
			"death 110, turn 4: B died in a blast that was known for 3 turns (A's bomb of turn 1 at (2,2)); the last way out was in turn 2",
			"idle 10, turn 5: A stood still for 1 turn, free to move"}},
		{"a bomb that took a wall", "A # B . + .|. # # . # #", "db ur dd u-", nil},
		{"refused, and late", "A # B . . .|. # # . # #", "lr rb zl tr", []string{
			"refused 20, turns 1 to 2: 2 actions of A were refused: a wall is in the way (turns 1, 2)",
			"late 10, turn 3: A was late in 1 turn",
			`refused 10, turn 4: A asked for "trigger", refused: no bomb waits to be triggered`,
			`refused 10, turn 4: B asked for "right", refused: a bomb is in the way`}},
		{"what cannot be read does nothing", "A # B . . .|. # # . # #", "db ux -r -d", []string{
			"refused 10, turn 2: an action of B was refused: not the number of a command, 0 to 6",
			"idle 20, turns 3 to 4: A stood still for 2 turns, free to move",
			"own bomb 100, turn 4: B died in the blast of its own bomb (B's bomb of turn 1 at (4,2)); B could have gone right to (5,2) in turn 2"}},
		{"refused bombs", "A # B . . . .|. # # . # # .", "db ub", []string{
			`refused 10, turn 2: B asked for "place bomb", refused: no bomb is left in the bag`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, bombermanLessons(t, c.rows, c.rounds)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPrice: a turn costs what the best player gained per turn of a character, without the losses by its own deaths.
func TestPrice(t *testing.T) {
	if got := bombermanReview(t, "A # B . + .|. # # . # #", "db -r -d -- -b -- -- --").price(); got != 1.25 {
		t.Errorf("a round costs %v points, want 1.25: a wall of 10 in eight rounds", got)
	}
	if _, r := hexabombReport(t, "a0 a1 a . b0 b1", ""); r.price() != 1.5 {
		t.Errorf("a turn costs %v points, want 1.5: three cells for two characters", r.price())
	}
	if _, r := hexabombReport(t, "a0 a . . @0", "", ""); r.price() != 1 {
		t.Errorf("a turn costs %v points in sudden death", r.price())
	}
}

// TestBombermanEvent: the value of an event, which is compared in its own round.
func TestBombermanEvent(t *testing.T) {
	r := bombermanReview(t, "A # B . + .|. # # . # #", "db -r -d -- -- --")
	if len(r.events) != 1 || r.events[0].weight != 10 {
		t.Fatalf("%+v", r.events)
	}
	if r.playWithout(r.heaviest()); r.events[0].until != 4 || r.events[0].swing[1] != 10 {
		t.Errorf("compared in round %d: a swing of %d, want 10 in round 4", r.events[0].until, r.events[0].swing[1])
	}
	if got := r.rules.weigh(&event{walls: 2, dead: []int{1, 0}}); got != 120 {
		t.Errorf("two walls and a player are worth %v, want 120", got)
	}
}
