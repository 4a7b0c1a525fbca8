// Package series summarises a series of matches: a row for each entrant, as pages show it.
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

// A Player is the result of an entrant in a match.
type Player struct {
	Entrant  int // from 1; 0: unknown, the name identifies it
	Name     string
	Bot      string // as requested: builtin:NAME, a command line, a folder; or ""
	Score    int
	Finished bool // it played to the end
	Late     int  // turns missed
}

// A Table is the current standings of a series.
type Table struct {
	Title    string    `json:"title"`
	Planned  int       `json:"planned"`  // number of matches; 0: unknown
	Played   int       `json:"played"`   // finished matches that count
	Match    int       `json:"match"`    // number, from 1, of the newest match that has begun; 0: unknown
	Live     bool      `json:"live"`     // a match is being played
	Complete bool      `json:"complete"` // all planned matches are over
	Entrants []Entrant `json:"entrants"` // the best first
}

// An Entrant is a row of the table.
type Entrant struct {
	Entrant int      `json:"entrant"` // determines colour and letter; 0: unknown
	Name    string   `json:"name"`    // as in its last match; not safe to print
	Bot     string   `json:"bot"`
	Matches int      `json:"matches"`
	Wins    int      `json:"wins"`
	Draws   int      `json:"draws"`
	Losses  int      `json:"losses"`
	Mean    float64  `json:"mean"`           // score
	Low     *float64 `json:"low,omitempty"`  // 95 % interval of Mean, if there are at least three matches
	High    *float64 `json:"high,omitempty"` // upper end of the interval
	Last    []string `json:"last"`           // results of the last matches, newest last: Win, Draw, Loss
	Crashes int      `json:"crashes"`        // matches that it did not play to the end, for any reason
	Late    int      `json:"late"`           // turns missed in total
	Rank    int      `json:"rank"`           // from 1; equal for equal wins, draws and mean
}

// The results of a match for an entrant.
const (
	Win  = "win"
	Draw = "draw"
	Loss = "loss"
)

// lastShown is the largest length of Entrant.Last.
const lastShown = 5

// Sums adds matches up. The zero value has none.
type Sums struct {
	matches int
	rows    []*row
	known   map[key]*row
	names   map[string]int // matches by name
}

// key identifies an entrant.
type key struct {
	entrant int
	name    string // only if the entrant is unknown
}

type row struct {
	Entrant
	tally match.Tally
}

// Add adds a match. Call it in the order in which the matches were played.
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

// Meet adds rows for players that have no counting match yet.
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

// Related reports whether any name occurs in more than one match.
func (s *Sums) Related() bool {
	for _, n := range s.names {
		if n > 1 {
			return true
		}
	}
	return false
}

// Table returns the standings. The caller sets the fields that the matches do not determine.
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

// better compares two entrants by the share of matches won, with a draw as half a win, and then by the mean score.
func better(a, b *Entrant) int {
	share := func(e *Entrant) float64 { return float64(2*e.Wins+e.Draws) / float64(max(1, e.Matches)) }
	return cmp.Or(cmp.Compare(share(b), share(a)), cmp.Compare(b.Mean, a.Mean))
}
