package explain

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// played completes a replay: it plays turns of the moves that next returns, and records the results.
func played(tb testing.TB, h replay.Header, turns int, next func(g game.Match) []replay.Move) *replay.Replay {
	tb.Helper()
	g, err := replay.NewMatch(&h, games.All())
	if err != nil {
		tb.Fatal(err)
	}
	hash := g.Hash()
	h.Hash = &hash
	r := &replay.Replay{Header: h}
	for n := 1; n <= turns && !g.Over(); n++ {
		t := replay.Turn{Turn: n, Moves: next(g)}
		if err := replay.Play(g, &t, true); err != nil {
			tb.Fatal(err)
		}
		t.Refused = g.AppendRefused(nil)
		hash := g.Hash()
		t.Hash = &hash
		r.Turns = append(r.Turns, t)
	}
	r.Result = &replay.Result{Turns: len(r.Turns), Winner: g.Winner()}
	for p := range g.Players() {
		r.Result.Scores = append(r.Result.Scores, g.Score(p))
	}
	return r
}

// playHexabomb plays a match of built-in bots. The first specials of them are special players.
func playHexabomb(tb testing.TB, mapName string, seed uint64, turns, specials int, names ...string) *replay.Replay {
	tb.Helper()
	file, err := maps.File(mapName)
	if err != nil {
		tb.Fatal(err)
	}
	h := replay.Header{Version: replay.Version, Game: replay.Hexabomb, Map: replay.Map{File: file}, Seed: seed}
	for i, name := range names {
		h.Players = append(h.Players, replay.Player{Name: name, Special: i < specials})
	}
	var bots []hexabots.Bot
	order := rand.New(rand.NewPCG(seed, 1))
	return played(tb, h, turns, func(g game.Match) (moves []replay.Move) {
		for i := len(bots); i < len(names); i++ {
			b, err := hexabots.New(names[i], hexabombOf(g).Board(), i, seed+uint64(i))
			if err != nil {
				tb.Fatal(err)
			}
			bots = append(bots, b)
		}
		for _, p := range order.Perm(len(bots)) {
			moves = append(moves, replay.Move{Player: p, Actions: wire.AppendActionsJSON(nil, bots[p].Act(nil, hexabombOf(g)))})
		}
		return moves
	})
}

// playBomberman plays a match of built-in bots.
func playBomberman(tb testing.TB, seed uint64, turns int, names ...string) *replay.Replay {
	tb.Helper()
	h := replay.Header{Version: replay.Version, Game: replay.Bomberman, Seed: seed}
	for _, name := range names {
		h.Players = append(h.Players, replay.Player{Name: name})
	}
	var bots []bomberbots.Bot
	return played(tb, h, turns, func(g game.Match) (moves []replay.Move) {
		for i := len(bots); i < len(names); i++ {
			b, err := bomberbots.New(names[i], bombermanOf(g).Map(), i, seed+uint64(i))
			if err != nil {
				tb.Fatal(err)
			}
			bots = append(bots, b)
		}
		for p, b := range bots {
			if bombermanOf(g).Player(p).Alive {
				moves = append(moves, replay.Move{Player: p, Actions: json.RawMessage(strconv.Itoa(int(b.Act(bombermanOf(g)))))})
			}
		}
		return moves
	})
}

// before returns the match before a turn.
func before(tb testing.TB, r *replay.Replay, turn int) game.Match {
	tb.Helper()
	g, err := replay.NewMatch(&r.Header, games.All())
	if err != nil {
		tb.Fatal(err)
	}
	for i := range turn - 1 {
		if err := replay.Play(g, &r.Turns[i], false); err != nil {
			tb.Fatal(err)
		}
	}
	return g
}

var dueIn = regexp.MustCompile(`due in (\d+)`)

// deathOf returns the turn in which a lesson says that its character died.
func deathOf(tb testing.TB, l *Lesson) int {
	tb.Helper()
	if l.Kind == OwnBomb {
		return l.Turn
	}
	n, err := strconv.Atoi(dueIn.FindStringSubmatch(l.Text)[1])
	if err != nil {
		tb.Fatal(err)
	}
	return l.Turn + n - 1
}

// TestHexabombEscapes: by the rules, a character that takes the move of a lesson survives that turn, and as long as
// the bombs of that turn are on the board.
func TestHexabombEscapes(t *testing.T) {
	seen := 0
	for seed := range uint64(6) {
		for _, r := range []*replay.Replay{
			playHexabomb(t, "yard", seed, 80, 0, "random", "random", "greedy", "hunter"),
			playHexabomb(t, "tiny", seed, 60, 0, "random", "random", "random"),
			playHexabomb(t, "maze4", seed, 80, 1, "ghost", "random", "random"),
		} {
			lessons, err := Match(r, games.All())
			if err != nil {
				t.Fatal(err)
			}
			for i := range lessons {
				if lessons[i].escape != nil {
					seen++
					checkHexabombEscape(t, r, &lessons[i])
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d safe moves were told", seen)
	}
	t.Logf("%d safe moves", seen)
}

func checkHexabombEscape(t *testing.T, r *replay.Replay, l *Lesson) {
	t.Helper()
	e := l.escape
	if death := deathOf(t, l); hexabombOf(before(t, r, death+1)).Character(e.character).Alive {
		t.Errorf("%s: %s: it lives after turn %d", l.When(), l.Text, death)
	}
	g := before(t, r, e.turn)
	b := hexabombOf(g).Board()
	var actions []hexabomb.Action
	for _, m := range r.Turns[e.turn-1].Moves {
		raw, err := wire.AppendActions(nil, m.Player, m.Actions, nil)
		if err != nil {
			t.Fatal(err)
		}
		own := slices.IndexFunc(raw, func(a hexabomb.Action) bool { return m.Player == l.Player && int(a.Character) == e.character })
		switch {
		case m.Player == l.Player && e.direction == "" && own >= 0:
			raw = slices.Delete(raw, own, own+1)
		case m.Player == l.Player && e.direction != "" && own >= 0:
			raw[own] = moveOf(l)
		case m.Player == l.Player && e.direction != "":
			raw = append(raw, moveOf(l))
		}
		actions = append(actions, raw...)
	}
	s := hexabombOf(g)
	s.Step(actions, nil)
	me := s.Character(e.character)
	if at := b.Coord(me.Cell); !me.Alive || at.Q != e.x || at.R != e.y {
		t.Fatalf("%s: %s: it is at %v, alive: %v", l.When(), l.Text, at, me.Alive)
	}
	for i := range s.NumExplosions() {
		if c, _ := s.Explosion(i); c == me.Cell {
			t.Errorf("%s: %s: the cell blows up", l.When(), l.Text)
		}
	}
	if !livesOn(s, e.character) {
		t.Errorf("%s: %s: it has no way on\n%v", l.When(), l.Text, s)
	}
}

func moveOf(l *Lesson) hexabomb.Action {
	e := l.escape
	a := hexabomb.Action{Player: uint16(l.Player), Character: uint16(e.character)}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if d.String() == e.direction {
			a.Direction = d
		}
	}
	return a
}

// livesOn tries all moves of a character through the blasts of the bombs on the board, while nobody else acts.
func livesOn(s *hexabomb.State, character int) bool {
	states := map[hexabomb.Cell]*hexabomb.State{s.Character(character).Cell: s.Clone()}
	for turn := 0; turn <= farthest; turn++ {
		next := map[hexabomb.Cell]*hexabomb.State{}
		for _, from := range states {
			if from.NumBombs() == 0 {
				return true
			}
			for d := range hexabomb.Direction(hexabomb.NumDirections + 1) {
				var actions []hexabomb.Action
				if d < hexabomb.NumDirections {
					actions = []hexabomb.Action{{Player: uint16(s.Board().Owner(character)), Character: uint16(character), Direction: d}}
				}
				to := from.Clone()
				to.Step(actions, nil)
				if c := to.Character(character); c.Alive {
					next[c.Cell] = to
				}
			}
		}
		states = next
	}
	return len(states) > 0
}

// TestBombermanEscapes is the same for 2016-Bomberman.
func TestBombermanEscapes(t *testing.T) {
	seen := 0
	for seed := range uint64(60) {
		r := playBomberman(t, seed, 150, "random", "random", "reference", "random")
		lessons, err := Match(r, games.All())
		if err != nil {
			t.Fatal(err)
		}
		for i := range lessons {
			if lessons[i].escape != nil {
				seen++
				checkBombermanEscape(t, r, &lessons[i])
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d safe moves were told", seen)
	}
	t.Logf("%d safe moves", seen)
}

func checkBombermanEscape(t *testing.T, r *replay.Replay, l *Lesson) {
	t.Helper()
	e := l.escape
	if death := deathOf(t, l); bombermanOf(before(t, r, death+1)).Player(l.Player).Alive {
		t.Errorf("%s: %s: it lives after turn %d", l.When(), l.Text, death)
	}
	s := bombermanOf(before(t, r, e.turn))
	commands := make([]bomberman.Command, s.Map().Players())
	for _, m := range r.Turns[e.turn-1].Moves {
		commands[m.Player] = bomberman.Command(m.Actions[0] - '0')
	}
	commands[l.Player] = bomberman.Nothing
	for c := bomberman.Up; c <= bomberman.Down; c++ {
		if c.String() == e.direction {
			commands[l.Player] = c
		}
	}
	s.Step(commands, nil)
	if me := s.Player(l.Player); !me.Alive || me.At != (bomberman.Pos{X: e.x, Y: e.y}) || s.At(me.At).Exploding {
		t.Fatalf("%s: %s: it is at %v, alive: %v", l.When(), l.Text, me.At, me.Alive)
	}
	if !bomberLivesOn(s, l.Player) {
		t.Errorf("%s: %s: it has no way on", l.When(), l.Text)
	}
}

// bomberLivesOn tries all moves of a player through the blasts of the bombs on the map, while nobody else acts.
func bomberLivesOn(s *bomberman.State, player int) bool {
	states := map[bomberman.Pos]*bomberman.State{s.Player(player).At: s.Clone()}
	commands := make([]bomberman.Command, s.Map().Players())
	for range farthest {
		next := map[bomberman.Pos]*bomberman.State{}
		for _, from := range states {
			if from.NumBombs() == 0 {
				return true
			}
			for c := bomberman.Nothing; c <= bomberman.Down; c++ {
				to := from.Clone()
				commands[player] = c
				to.Step(commands, nil)
				if me := to.Player(player); me.Alive {
					next[me.At] = to
				}
			}
		}
		states = next
	}
	return len(states) > 0
}

// TestMatch: a damaged replay gives the lessons of the turns before the damage. Other games give none.
func TestMatch(t *testing.T) {
	r := playHexabomb(t, "tiny", 1, 40, 0, "random", "idle")
	whole, err := Match(r, games.All())
	if err != nil || len(whole) == 0 {
		t.Fatalf("%d lessons, %v", len(whole), err)
	}
	if !slices.IsSortedFunc(whole, func(a, b Lesson) int { return a.Turn - b.Turn }) {
		t.Error("not in order")
	}
	r.Turns[20].Hash = r.Turns[19].Hash
	part, err := Match(r, games.All())
	var differs *replay.Difference
	if !errors.As(err, &differs) || differs.Turn != 21 {
		t.Errorf("the error is %v", err)
	}
	for _, l := range part {
		if l.Last > 20 {
			t.Errorf("%s: %s", l.When(), l.Text)
		}
	}
	if len(part) == 0 {
		t.Error("no lessons of the turns before")
	}
	r.Header.Game = "chess"
	if lessons, err := Match(r, games.All()); err != nil || slices.ContainsFunc(lessons, func(l Lesson) bool {
		return l.Kind != Refused && l.Kind != Late && l.Kind != Failure
	}) {
		t.Errorf("lessons of chess: %v, %v", lessons, err)
	}
}

// TestMatchOfStates: a replay that contains states instead of a map and hashes gives the same lessons.
func TestMatchOfStates(t *testing.T) {
	r := playHexabomb(t, "tiny", 2, 40, 0, "random", "greedy", "hunter")
	want, err := Match(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	g, err := replay.NewMatch(&r.Header, games.All())
	if err != nil {
		t.Fatal(err)
	}
	encoder := wire.NewEncoder(hexabombOf(g).Board())
	r.Header.Map, r.Header.Hash, r.Header.State = replay.Map{}, nil, encoder.Append(nil, hexabombOf(g))
	for i := range r.Turns {
		turn := &r.Turns[i]
		if err := replay.Play(g, turn, false); err != nil {
			t.Fatal(err)
		}
		turn.Hash, turn.State = nil, encoder.Append(nil, hexabombOf(g))
	}
	got, err := Match(r, games.All())
	if err != nil || len(want) == 0 || !slices.Equal(inWords(got), inWords(want)) {
		t.Errorf("%d lessons, want %d; %v", len(got), len(want), err)
	}
}

func TestCostliest(t *testing.T) {
	list := []Lesson{{Turn: 1, Player: 1, Cost: 5}, {Turn: 2, Player: 0, Cost: 1}, {Turn: 3, Player: 1, Cost: 7}, {Turn: 4, Player: 1, Cost: 5}}
	for _, c := range []struct {
		player, n int
		want      string
	}{{-1, 2, "2 3 1"}, {1, 9, "3 1 4"}, {1, 1, "3"}, {2, 3, ""}} {
		var turns []string
		for _, l := range Costliest(list, c.player, c.n) {
			turns = append(turns, strconv.Itoa(l.Turn))
		}
		if got := strings.Join(turns, " "); got != c.want {
			t.Errorf("of player %d at most %d: turns %s, want %s", c.player, c.n, got, c.want)
		}
	}
	if text, err := json.Marshal(Lesson{Turn: 3, Last: 4, Player: 1, Kind: OwnBomb, Cost: 9, Text: "x"}); err != nil ||
		string(text) != `{"turn":3,"last":4,"player":1,"kind":"own bomb","cost":9,"text":"x"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func BenchmarkMatch(b *testing.B) {
	r := playHexabomb(b, "arena4", 1, 100, 0, "random", "random", "hunter", "hunter")
	for b.Loop() {
		if _, err := Match(r, games.All()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBomberman(b *testing.B) {
	r := playBomberman(b, 5, 100, "random", "reference", "hunter", "hunter")
	for b.Loop() {
		if _, err := Match(r, games.All()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSuddenDeath(b *testing.B) {
	r := playHexabomb(b, "arena4", 1, 100, 1, "ghost", "random", "hunter", "hunter")
	for b.Loop() {
		if _, err := Match(r, games.All()); err != nil {
			b.Fatal(err)
		}
	}
}
