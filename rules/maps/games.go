package maps

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"blastyard/internal/english"
	"blastyard/rules/hexabomb"
)

// GamesReport contains the results of the seats.
type GamesReport struct {
	Games   int          `json:"games"`
	Bot     string       `json:"bot"`
	Turns   int          `json:"turns"`
	Seed    uint64       `json:"seed"`
	Draws   int          `json:"draws"`
	Seats   []SeatReport `json:"seats"`
	P       float64      `json:"p"` // the probability of wins at least as uneven if all seats are equal
	Verdict string       `json:"verdict"`
}

// SeatReport is the result of a seat: its wins, their share of all games with its 95 % interval, and the mean score.
type SeatReport struct {
	Wins  int     `json:"wins"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Score float64 `json:"mean_score"`
}

// Turned returns a map that is randomly rotated or mirrored, with its seats dealt to the players: ids[k] is the
// player of seat k.
func Turned(m *hexabomb.Map, ids []int, chance *rand.Rand) *hexabomb.Map {
	lattice := latticeSymmetries()
	s := lattice[chance.IntN(len(lattice))]
	turned := &hexabomb.Map{Cells: s.applyAll(m.Cells), Starts: make([][]hexabomb.Coord, len(ids))}
	for seat, id := range ids {
		turned.Starts[id] = s.applyAll(m.Starts[seat])
	}
	return turned
}

func (r *GamesReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "%s of %s, %s, seed %d, seats not rotated; without a winner: %d\n", english.Count(r.Games, "game"),
		r.Bot,
		english.Count(r.Turns, "turn"), r.Seed, r.Draws)
	even := float64(r.Games-r.Draws) / float64(len(r.Seats)) / float64(r.Games)
	for p, s := range r.Seats {
		fmt.Fprintf(b, "  player %d: %s, %.1f %% (%.1f to %.1f; even is %.1f), mean score %.1f\n", p,
			english.Count(s.Wins, "win"),
			100*s.Share, 100*s.Low, 100*s.High, 100*even, s.Score)
	}
	fmt.Fprintf(b, "verdict: %s (p = %.3f)\n", r.Verdict, r.P)
}
