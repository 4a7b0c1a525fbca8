package explain

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
)

var (
	update = flag.Bool("update", false, "write testdata/golden.txt")
	dump   = flag.String("dump", "", "write what is explained of each match into this folder")
)

const goldenFile = "testdata/golden.txt"

// TestGolden: the explanations of recorded matches and of matches of built-in bots stay the same, byte by byte. If a
// change is wanted, or the bots play better, write the new hashes with
//
// go test ./replay/explain -run TestGolden -update
func TestGolden(t *testing.T) {
	var lines []string
	for _, m := range goldenMatches(t) {
		text := wholeReport(t, m.replay)
		if *dump != "" {
			if err := os.WriteFile(filepath.Join(*dump, strings.ReplaceAll(m.name, " ", "_")), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		sum := fnv.New64a()
		sum.Write([]byte(text))
		lines = append(lines, fmt.Sprintf("%016x %s", sum.Sum64(), m.name))
	}
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(goldenFile, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	if len(old) != len(lines) {
		t.Errorf("%d matches, %s has %d", len(lines), goldenFile, len(old))
	}
	for i, line := range lines {
		if i < len(old) && old[i] != line {
			t.Errorf("explaining gives %s, want %s", line, old[i])
		}
	}
}

// wholeReport returns the whole explanation of a match, as text and as JSON.
func wholeReport(t *testing.T, r *replay.Replay) string {
	t.Helper()
	report, err := Explain(r, games.All())
	if report == nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintln(&out, err)
	names := make([]string, len(r.Header.Players))
	for p := range names {
		names[p] = r.Header.Players[p].Name
	}
	report.Write(&out, names, func(p int) string { return viewer.Mark(r.Header.Look(p)) }, Everyone, 1000)
	var end viewer.End
	report.AddTo(&end)
	for _, v := range []any{report, ByPlayer(names, report.Lessons, Everyone, 3), end.Lessons, end.Moments} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n", text)
	}
	return out.String()
}

type goldenMatch struct {
	name   string
	replay *replay.Replay
}

// goldenMatches returns the recorded matches of package replay, and matches of both games, of sudden death, of the
// rules of 2018, and with players that make mistakes, are late and leave.
func goldenMatches(t *testing.T) (list []goldenMatch) {
	t.Helper()
	files, err := filepath.Glob("../testdata/golden/*.blast")
	if err != nil || len(files) != 4 {
		t.Fatalf("%d recorded matches, %v", len(files), err)
	}
	for _, file := range files {
		r, err := replay.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, goldenMatch{filepath.Base(file), r})
	}
	hexabomb := func(mapName string, turns, specials int, names ...string) {
		name := mapName + " " + strings.Join(names, " ")
		list = append(list, goldenMatch{name, playHexabomb(t, mapName, 1, turns, specials, names...)},
			goldenMatch{name + " disturbed", disturbed(t, playHexabomb(t, mapName, 11, turns, specials, names...), 1)})
	}
	hexabomb("tiny", 60, 0, "random", "random", "random", "greedy")
	hexabomb("yard", 80, 0, "random", "random", "greedy", "hunter")
	hexabomb("maze4", 80, 1, "ghost", "random", "random", "hunter")
	hexabomb("arena4", 80, 0, "random", "hunter", "hunter")
	list = append(list, goldenMatch{"2018", play2018(t, 1, 100, "random", "greedy", "hunter", "random")},
		goldenMatch{"2018 disturbed", disturbed(t, play2018(t, 11, 100, "random", "greedy", "hunter"), 1)})
	for seed := range uint64(4) {
		names := []string{"random", "random", "reference", "random"}
		list = append(list, goldenMatch{fmt.Sprint("bomberman ", seed), playBomberman(t, seed, 150, names...)},
			goldenMatch{fmt.Sprint("bomberman disturbed ", seed), disturbed(t, playBomberman(t, seed+10, 150, names...), seed)})
	}
	twelve := slices.Repeat([]string{"random", "hunter", "reference"}, 4)
	list = append(list, goldenMatch{"bomberman of 12", playBomberman(t, 5, 200, twelve...)},
		goldenMatch{"bomberman expert", playBomberman(t, 6, 200, "expert", "hunter")})
	for _, i := range []int{0, 5, 8} { // including a cut one and one that differs
		cut, damaged := *list[i].replay, *list[i].replay
		cut.Result, damaged.Turns = nil, slices.Clone(damaged.Turns)
		damaged.Turns[len(damaged.Turns)/2].Hash = damaged.Header.Hash
		list = append(list, goldenMatch{"cut " + list[i].name, &cut}, goldenMatch{"damaged " + list[i].name, &damaged})
	}
	return list
}

// disturbed plays a match again with players that sometimes send unreadable or refused actions, are late, or leave.
func disturbed(t *testing.T, r *replay.Replay, seed uint64) *replay.Replay {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	faults := []string{``, `null`, `[{"id":0}]`, `[{"id":99,"movement":"move","direction":"x+"}]`, `[]`, `8`, `6`, `5`, `0`,
		`[{"id":0,"movement":"move","direction":"x-"},{"id":0,"movement":"move","direction":"x+"}]`,
		`[{"id":1,"movement":"bomb","bomb_range":2,"bomb_delay":2},{"id":0,"movement":"revive"}]`}
	late, turn := map[int][]int{}, 0
	h := r.Header
	h.Unseen = 1
	h.Players = slices.Clone(h.Players)
	for p := range h.Players {
		h.Players[p].Entrant = len(h.Players) - p
	}
	again := played(t, h, len(r.Turns), func(game.Match) (moves []replay.Move) {
		if turn++; turn > len(r.Turns) {
			return nil
		}
		for _, move := range r.Turns[turn-1].Moves {
			switch {
			case random.IntN(25) == 0:
				late[turn] = append(late[turn], move.Player)
				continue
			case random.IntN(12) == 0:
				move.Actions = json.RawMessage(faults[random.IntN(len(faults))])
			}
			moves = append(moves, move)
		}
		return moves
	})
	for i := range again.Turns {
		again.Turns[i].Late = late[i+1]
	}
	if n := len(again.Turns); n > 3 {
		again.Turns[n*2/3].Gone = []replay.Gone{{Player: 1, Reason: "crashed", Note: "exit status 1"}}
	}
	return again
}

// play2018 plays a match of built-in bots by the rules of 2018.
func play2018(t *testing.T, seed uint64, turns int, names ...string) *replay.Replay {
	t.Helper()
	kind, err := game.FindVersion(games.All(), replay.Hexabomb, "2018")
	if err != nil {
		t.Fatal(err)
	}
	board, err := kind.OpenMap("")
	if err != nil {
		t.Fatal(err)
	}
	h := replay.Header{Version: replay.Version, Game: kind.Name, Rules: replay.Rules(kind.Rules), Map: board, Seed: seed}
	for _, name := range names {
		h.Players = append(h.Players, replay.Player{Name: name})
	}
	var bots []game.Bot
	order := rand.New(rand.NewPCG(seed, 1))
	return played(t, h, turns, func(m game.Match) (moves []replay.Move) {
		for p := len(bots); p < len(names); p++ {
			bot, err := m.Bot(names[p], p, seed+uint64(p))
			if err != nil {
				t.Fatal(err)
			}
			bots = append(bots, bot)
		}
		for _, p := range order.Perm(len(bots)) {
			bots[p].Act(m)
			moves = append(moves, replay.Move{Player: p, Actions: m.AppendActions(nil, p)})
		}
		return moves
	})
}
