// Package series sums up how a series of matches stands: a row for each entrant, as pages show it.
package series

import (
	"cmp"
	"slices"

	"blastyard/game/match"
)

// A Match is a match that was played to its end.
type Match struct {
	Winner  int      // player id, or match.NoWinner
	Players []Player // by id
}

// A Player is how an entrant fared in a match.
type Player struct {
	Entrant  int // from 1; 0: not known, the name tells who it is
	Name     string
	Bot      string // what was asked for: builtin:NAME, a command line, a folder; or empty
	Score    int
	Finished bool // it played to the end
	Late     int  // turns missed
}

// A Table is how a series stands.
type Table struct {
	Title    string    `json:"title"`
	Planned  int       `json:"planned"`  // matches; 0: not known
	Played   int       `json:"played"`   // matches that are over and count
	Match    int       `json:"match"`    // the number of the newest that began, from 1; 0: not known
	Live     bool      `json:"live"`     // a match goes on
	Complete bool      `json:"complete"` // all matches that are planned are over
	Entrants []Entrant `json:"entrants"` // the best first
}

// An Entrant is a row of the table.
type Entrant struct {
	Entrant int      `json:"entrant"` // colour and letter go by it; 0: not known
	Name    string   `json:"name"`    // as in its last match: not safe to print as it is
	Bot     string   `json:"bot"`
	Matches int      `json:"matches"`
	Wins    int      `json:"wins"`
	Draws   int      `json:"draws"`
	Losses  int      `json:"losses"`
	Mean    float64  `json:"mean"`           // score
	Low     *float64 `json:"low,omitempty"`  // the 95 % interval of Mean, where there are three matches at least
	High    *float64 `json:"high,omitempty"` // likewise
	Last    []string `json:"last"`           // results of the last matches, the newest last: Win, Draw, Loss
	Crashes int      `json:"crashes"`        // matches that it did not play to the end, whatever the reason
	Late    int      `json:"late"`           // turns missed, in all
	Rank    int      `json:"rank"`           // from 1; equal where wins, draws and mean are
}

// The results of a match for an entrant.
const (
	Win  = "win"
	Draw = "draw"
	Loss = "loss"
)

// lastShown is how many results Entrant.Last has at most.
const lastShown = 5

// Sums adds up matches. The zero value has none.
type Sums struct {
	matches int
	rows    []*row
	known   map[key]*row
	names   map[string]int // matches by name
}

// key is what makes two players the same entrant.
type key struct {
	entrant int
	name    string // where the entrant is not known
}

type row struct {
	Entrant
	tally match.Tally
}

// Add adds a match: in the order in which they were played.
func (s *Sums) Add(m *Match) {
	s.matches++
	result := match.Result{Winner: m.Winner, Scores: make([]int, len(m.Players))}
	for id := range m.Players {
		result.Scores[id] = m.Players[id].Score
	}
	for id := range m.Players {
		s.row(&m.Players[id]).add(&m.Players[id], result, id)
		s.names[m.Players[id].Name]++
	}
}

// Meet gives rows to players that have no match yet which counts.
func (s *Sums) Meet(players []Player) {
	for i := range players {
		p := &players[i]
		if r := s.row(p); r.tally.Games == 0 {
			r.Name, r.Bot = p.Name, p.Bot
		}
	}
}

func (s *Sums) row(p *Player) *row {
	if s.known == nil {
		s.known, s.names = map[key]*row{}, map[string]int{}
	}
	k := key{entrant: p.Entrant}
	if p.Entrant == 0 {
		k.name = p.Name
	}
	r := s.known[k]
	if r == nil {
		r = &row{}
		r.Entrant.Entrant = p.Entrant
		s.known[k], s.rows = r, append(s.rows, r)
	}
	return r
}

func (r *row) add(p *Player, result match.Result, player int) {
	r.Name, r.Bot = p.Name, p.Bot
	r.tally.Add(result, player)
	last := Loss
	switch result.Winner {
	case player:
		last = Win
	case match.NoWinner:
		last = Draw
	}
	r.Last = append(r.Last[max(0, len(r.Last)+1-lastShown):], last)
	if !p.Finished {
		r.Crashes++
	}
	r.Late += p.Late
}

// Related tells whether any name occurs in more than one match.
func (s *Sums) Related() bool {
	for _, n := range s.names {
		if n > 1 {
			return true
		}
	}
	return false
}

// Table is how the series stands. The caller fills in what the matches do not tell.
func (s *Sums) Table() *Table {
	t := &Table{Played: s.matches, Entrants: make([]Entrant, 0, len(s.rows))}
	for _, r := range s.rows {
		e := r.Entrant
		e.Last = append([]string{}, r.Last...)
		e.Matches, e.Wins, e.Draws = r.tally.Games, r.tally.Wins, r.tally.Draws
		e.Losses, e.Mean = e.Matches-e.Wins-e.Draws, r.tally.MeanScore()
		if e.Matches >= 3 {
			low, high := r.tally.ScoreInterval()
			e.Low, e.High = &low, &high
		}
		t.Entrants = append(t.Entrants, e)
	}
	slices.SortStableFunc(t.Entrants, func(a, b Entrant) int { return cmp.Or(better(&a, &b), a.Entrant-b.Entrant) })
	for i := range t.Entrants {
		t.Entrants[i].Rank = i + 1
		if i > 0 && better(&t.Entrants[i-1], &t.Entrants[i]) == 0 {
			t.Entrants[i].Rank = t.Entrants[i-1].Rank
		}
	}
	return t
}

// better compares two entrants: by the share of matches won, a draw being half a win, then by the mean score.
func better(a, b *Entrant) int {
	share := func(e *Entrant) float64 { return float64(2*e.Wins+e.Draws) / float64(max(1, e.Matches)) }
	return cmp.Or(cmp.Compare(share(b), share(a)), cmp.Compare(b.Mean, a.Mean))
}
