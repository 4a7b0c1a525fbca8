package bots_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/internal/stage"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// ladders are the built-in bots that a new bot meets, from easy to hard.
var ladders = map[string][]string{
	"hexabomb": {
		"random", "lost", "drowsy", "sloppy", "greedy", "prowler", "stalker", "hunter", "plotter", "expert",
	},
	"bomberman": {
		"random", "lost", "drowsy", "sloppy", "gatherer", "digger", "hunter", "reference", "plotter", "expert",
	},
}

// searching are the bots whose matches take seconds.
var searching = []string{"plotter", "expert"}

// ladderMaps are the built-in maps of hexabomb that are fair for two players. They take turns, a pair of matches each.
var ladderMaps = []string{"tiny", "duel", "yard", "maze4", "arena4"}

// A step is even if the better bot wins so many of a hundred matches, a draw counting half.
const (
	stepLeast, stepMost = 65.0, 85.0

	stepMatches, fewStepMatches = 400, 8 // the few are not on arena4, whose matches are long
	ladderTurns                 = 100    // of a match of hexabomb
)

// TestLadderOfBuiltins: each built-in bot beats the one below it. The everyday tests play a few matches of each pair, and
// check the order; all tests play so many that they can say whether the steps are even.
func TestLadderOfBuiltins(t *testing.T) {
	for game, ladder := range ladders {
		for i, worse := range ladder[:len(ladder)-1] {
			better := ladder[i+1]
			t.Run(game+"/"+better+"-"+worse, func(t *testing.T) {
				if slices.Contains(searching, better) {
					stage.Only(t, "plays matches of bots that search")
				}
				matches, least, most := fewStepMatches, 50.0, 100.0
				if stage.All() && !slices.Contains(searching, better) {
					matches, least, most = stepMatches, stepLeast, stepMost
				}
				s := playStep(t, game, better, worse, matches)
				if share := s.share(); share < least || share > most {
					t.Errorf("%s beats %s in %.1f %% of %d matches, expected %v to %v %%", better, worse, share, matches, least, most)
				}
			})
		}
	}
}

// TestLadderHasAllBuiltins: who is on no ladder is named here, with the reason.
func TestLadderHasAllBuiltins(t *testing.T) {
	off := map[string]string{"idle": "does not play", "ghost": "plays for the special player only"}
	for game, names := range map[string][]string{"hexabomb": hexabots.Names(), "bomberman": bomberbots.Names()} {
		for _, name := range names {
			if slices.Contains(ladders[game], name) == (off[name] != "") {
				t.Errorf("%s: %s must either stand on the ladder, or have a reason to be on none", game, name)
			}
		}
		if n := len(names); n < len(ladders[game]) {
			t.Errorf("%s: the ladder has %d bots, of which there are %d", game, len(ladders[game]), n)
		}
	}
}

// BenchmarkLadder makes the tables of the ladders in docs/bots.md and docs/bots-bomberman.md:
//
//	go test ./bots -run '^$' -bench Ladder -benchtime 400x -timeout 0
//
// plays 400 matches of each bot against the one below it: the share of the better one with the ends of its 95 % interval,
// and the mean time that each takes for a turn. Add /hexabomb/hunter-stalker to the name for one row.
func BenchmarkLadder(b *testing.B) {
	for _, game := range []string{"hexabomb", "bomberman"} {
		ladder := ladders[game]
		for i, worse := range ladder[:len(ladder)-1] {
			better := ladder[i+1]
			b.Run(game+"/"+better+"-"+worse, func(b *testing.B) {
				s := playStep(b, game, better, worse, b.N)
				low, high := s.interval()
				b.ReportMetric(float64(s.wins), "wins")
				b.ReportMetric(float64(s.draws), "draws")
				b.ReportMetric(float64(s.matches-s.wins-s.draws), "losses")
				b.ReportMetric(s.share(), "%share")
				b.ReportMetric(low, "%low")
				b.ReportMetric(high, "%high")
				b.ReportMetric(s.microseconds(0), "µs/turn")
				b.ReportMetric(s.microseconds(1), "µs/turn-worse")
				for mapName, points := range s.byMap {
					b.ReportMetric(points, mapName)
				}
			})
		}
	}
}

// step is what came of the matches of two bots: of the better one.
type step struct {
	matches, wins, draws int
	byMap                map[string]float64 // hexabomb: points, a draw counting half
	turns                int
	spent                [2]time.Duration // by the better one, and by the worse
}

func (s *step) points() float64 { return float64(s.wins) + float64(s.draws)/2 }

func (s *step) share() float64 { return 100 * s.points() / float64(s.matches) }

func (s *step) microseconds(who int) float64 {
	return float64(s.spent[who].Nanoseconds()) / 1000 / float64(s.turns)
}

// interval is the 95 % interval of the share, by Wilson.
func (s *step) interval() (low, high float64) {
	const z = 1.96
	n := float64(s.matches)
	p := s.points() / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * (middle - half) / (1 + z*z/n), 100 * (middle + half) / (1 + z*z/n)
}

// playStep plays matches in pairs: on the same map with the same seeds of the seats, the second with changed seats.
func playStep(tb testing.TB, game, better, worse string, matches int) *step {
	tb.Helper()
	s := &step{matches: matches, byMap: map[string]float64{}}
	for i := range matches {
		seat := i % 2 // of the better one
		names := []string{better, worse}
		if seat == 1 {
			slices.Reverse(names)
		}
		before := *s
		if game == "hexabomb" {
			mapName := ladderMaps[i/2%len(ladderMaps)]
			winner := s.playHexabomb(tb, mapName, names, seat, uint64(i/2+1))
			s.count(winner == seat, winner < 0)
			s.byMap[mapName] += s.points() - before.points()
		} else {
			s.count(s.playBomberman(tb, names, seat, int32(i/2+1)) == seat, false)
		}
	}
	return s
}

func (s *step) count(won, drawn bool) {
	switch {
	case won:
		s.wins++
	case drawn:
		s.draws++
	}
}

// who is 0 for the better one, whose seat that is, and 1 for the other.
func who(player, seat int) int { return player ^ seat }

// playHexabomb returns the winner's seat, -1 for a draw.
func (s *step) playHexabomb(tb testing.TB, mapName string, names []string, seat int, seed uint64) int {
	tb.Helper()
	end := playHexabomb(tb, mapName, names, 0, ladderTurns, seed, func(p int, d time.Duration) {
		s.spent[who(p, seat)] += d
	}, func([]hexabomb.Action) { s.turns++ })
	if w := end.Winner(); w != hexabomb.NoWinner {
		return w
	}
	return -1
}

// playBomberman returns the winner's seat. The leader board has no draws.
func (s *step) playBomberman(tb testing.TB, names []string, seat int, seed int32) int {
	tb.Helper()
	end := playBomberman(tb, names, math.MaxInt, seed, func(p int, d time.Duration) {
		s.spent[who(p, seat)] += d
	}, func([]bomberman.Command) { s.turns++ })
	return end.LeaderBoard()[0]
}
