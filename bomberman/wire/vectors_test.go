package wire

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"blastyard/bomberman"
)

// A game as the original program played it.
type vector struct {
	Name    string        `json:"name"`
	Players int           `json:"players"`
	Seed    int32         `json:"seed"`
	Rounds  []vectorRound `json:"rounds"`
}

type vectorRound struct {
	RawCommands   []int  `json:"commands"`
	Failed        []int  `json:"failed"`
	Over          bool   `json:"over"`
	LeaderBoard   string `json:"leaderboard"`
	KilledRound   []int  `json:"killed_round"`
	Map           string `json:"map"`
	StateSHA256   string `json:"state_sha256"`
	ConsoleSHA256 string `json:"console_sha256"`
	State         string `json:"state"`
	Console       string `json:"console"`
}

func readVectors(tb testing.TB) (games []vector) {
	tb.Helper()
	f, err := os.Open("testdata/bomberman-games.jsonl.gz")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatal(err)
		}
		games = append(games, v)
	}
	if lines.Err() != nil || len(games) != 16 {
		tb.Fatalf("%d games read, want 16; %v", len(games), lines.Err())
	}
	return games
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			m, err := bomberman.Generate(bomberman.DefaultSettings(), v.Players, v.Seed)
			if err != nil {
				t.Fatal(err)
			}
			text := &Text{}
			for k := range v.Players {
				text.Names = append(text.Names, fmt.Sprintf("Player %d", k+1))
			}
			s := bomberman.NewState(m)
			failed := make([]bool, v.Players)
			for i, r := range v.Rounds {
				if i > 0 {
					var commands []bomberman.Command
					for _, c := range r.RawCommands {
						commands = append(commands, bomberman.Command(c))
					}
					s.Step(commands, failed)
				}
				check(t, i, text, s, failed, r)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func check(t *testing.T, i int, text *Text, s *bomberman.State, failed []bool, r vectorRound) {
	t.Helper()
	if got := string(text.AppendMap(nil, s)); got != r.Map {
		t.Errorf("round %d: map.txt\n%s\nwant\n%s", i, got, r.Map)
	}
	state, console := text.AppendState(nil, s), text.AppendConsole(nil, s)
	if sum(state) != r.StateSHA256 {
		t.Errorf("round %d: state.json differs\n%.3000s\nwant\n%.3000s", i, state, r.State)
	}
	if sum(console) != r.ConsoleSHA256 {
		t.Errorf("round %d: console differs\n%s\nwant\n%s", i, console, r.Console)
	}
	var keys []byte
	for _, k := range s.LeaderBoard() {
		keys = append(keys, bomberman.Key(k))
	}
	killed, refused := []int{}, []int{}
	for k := range failed {
		killed = append(killed, s.Player(k).KilledRound)
		n := 0
		if failed[k] {
			n = 1
		}
		refused = append(refused, n)
	}
	if string(keys) != r.LeaderBoard || s.Over() != r.Over || !slices.Equal(killed, r.KilledRound) || i > 0 && !slices.Equal(refused, r.Failed) {
		t.Errorf("round %d: leader board %s, over %v, killed %v, failed %v; want %s, %v, %v, %v", i, keys, s.Over(), killed, refused,
			r.LeaderBoard, r.Over, r.KilledRound, r.Failed)
	}
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
