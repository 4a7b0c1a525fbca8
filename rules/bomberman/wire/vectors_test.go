package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
)

func TestVectors(t *testing.T) {
	for _, v := range vectors.Bomberman(t) {
		t.Run(v.Name, func(t *testing.T) {
			s, text := startOf(t, v.Players, v.Seed)
			failed := make([]bool, v.Players)
			for i, r := range v.Rounds {
				if i > 0 {
					var commands []bomberman.Command
					for _, c := range r.Commands {
						commands = append(commands, bomberman.Command(c))
					}
					s.Step(commands, failed)
				}
				check(t, i, text, s, failed, &r)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func check(t *testing.T, i int, text *Text, s *bomberman.State, failed []bool, r *vectors.BombermanRound) {
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

// startOf returns the start of a game of the vectors, and its Text.
func startOf(t *testing.T, players int, seed int32) (*bomberman.State, *Text) {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
	if err != nil {
		t.Fatal(err)
	}
	text := &Text{}
	for k := range players {
		text.Names = append(text.Names, fmt.Sprintf("Player %d", k+1))
	}
	return bomberman.NewState(m), text
}
