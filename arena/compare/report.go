package compare

import (
	"fmt"
	"math"
	"strings"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/game/sprt"
	"blastyard/game/trouble"
)

// Report is what a comparison has found, or knows so far. It can be written as JSON.
type Report struct {
	Finding  sprt.Finding `json:"finding"`        // "": not decided
	Sentence string       `json:"sentence"`       // the finding in words
	Hint     string       `json:"hint,omitempty"` // what a user may have overlooked, in words
	New      Side         `json:"new"`
	Old      Side         `json:"old"`
	Against  []string     `json:"against,omitempty"` // names of the field
	Game     string       `json:"game"`
	Map      string       `json:"map,omitempty"`
	Seed     uint64       `json:"seed"`
	Pairs    int          `json:"pairs"`            // pairs of matches that were played
	Counts   []int        `json:"counts,omitempty"` // how many pairs gave the new version 0, 1, … half points
	Same     int          `json:"same"`             // pairs without a difference whose matches ended in the same state
	Least    float64      `json:"least"`            // the least difference that matters, in shares of the points
	Error    float64      `json:"error"`            // the greatest probability of a wrong finding
	Most     int          `json:"most"`             // the most pairs
	Elo      *Elo         `json:"elo,omitempty"`    // how much stronger the new version is; nil: unknown, or a field
}

// Elo is an estimate in Elo-like points, with the interval that would have a true strength in 95 of 100 comparisons if
// the number of pairs had been fixed before.
type Elo struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Side is how one of the versions fared.
type Side struct {
	Name     string        `json:"name"`
	Bot      string        `json:"bot"`     // as it was named
	Share    float64       `json:"share"`   // of the points: 1 for each player that it beat, ½ for each beside it
	Matches  int           `json:"matches"` // that it played
	Wins     int           `json:"wins"`
	Mean     float64       `json:"mean_score"`
	Failures int           `json:"failures"` // matches that it did not play to the end
	Failure  string        `json:"failure,omitempty"`
	Seed     uint64        `json:"failure_seed,omitempty"` // of the first match that it did not play to the end
	Late     int           `json:"late_turns"`
	Host     int           `json:"host_turns,omitempty"` // of these, where the machine gave it no processor
	Silent   int           `json:"silent_turns,omitempty"`
	Crashed  int           `json:"crashed_turns,omitempty"`
	Refused  int           `json:"refused_actions"`
	first    trouble.First // late turn
	points   int           // half points
	most     int           // half points that were to be had
	score    int
}

// begin fills in what is known before the first match.
func (x *comparison) begin(p *prepared) {
	one := p.sides[newSide]
	x.ranking = match.FailedLast
	if ranking, err := match.ParseRanking(one.Config.Failed); err == nil {
		x.ranking = ranking
	}
	x.report = &Report{Game: one.Kind.Name, Map: one.Config.Map, Seed: x.Match.Seed, Least: x.Question.Least,
		Error: x.Question.Error, Most: x.Question.Most}
	x.report.New = Side{Name: one.Seats[0].Name, Bot: x.New.Bot}
	if len(x.Field) == 0 {
		x.report.Old = Side{Name: one.Seats[1].Name, Bot: x.Old.Bot}
	} else {
		x.report.Old = Side{Name: p.sides[oldSide].Seats[0].Name, Bot: x.Old.Bot}
		for k := range x.Field {
			x.report.Against = append(x.report.Against, one.Seats[k+1].Name)
		}
	}
	x.report.conclude()
}

func (r *Report) side(side int) *Side {
	if side == newSide {
		return &r.New
	}
	return &r.Old
}

// add counts a match.
func (s *Side) add(r *arena.Result, seat, half int) {
	x := &r.Seats[seat]
	s.Matches++
	s.points, s.most, s.score = s.points+half, s.most+2*(len(r.Seats)-1), s.score+x.Score
	s.Share, s.Mean = float64(s.points)/float64(s.most), float64(s.score)/float64(s.Matches)
	if x.Won {
		s.Wins++
	}
	if x.Reason.Failed() {
		if s.Failures++; s.Failures == 1 {
			s.Failure, s.Seed = match.Failure(x.Reason, x.LeftTurn), r.Seed
			if x.Note != "" {
				s.Failure += ": " + x.Note
			}
		}
	}
	s.Late, s.Host, s.Silent = s.Late+x.Late, s.Host+x.Host, s.Silent+x.Silent
	s.Crashed, s.Refused = s.Crashed+x.Crashed, s.Refused+x.Refused
	if s.first == (trouble.First{}) {
		s.first = x.First.Late
	}
}

// Troubles are lines for people about what went wrong with a version: matches that it did not play to the end, and late
// turns. They may quote what it printed.
func (s *Side) Troubles() (lines []string) {
	if s.Failures > 0 {
		lines = append(lines, fmt.Sprintf("%s did not play %d of its %d matches to the end; the first (seed %d): %s",
			s.Name, s.Failures, s.Matches, s.Seed, s.Failure))
	}
	t := trouble.Counts{Late: s.Late, Host: s.Host, Silent: s.Silent, Crashed: s.Crashed}
	for _, line := range t.Lines() {
		lines = append(lines, s.Name+": "+line)
	}
	return lines
}

// conclude writes the sentence and the hint, and what follows from the counts.
func (r *Report) conclude() {
	r.Elo, r.Hint = nil, r.hint()
	if len(r.Against) == 0 && r.varied() {
		elo, low, high := sprt.Pairs(r.Counts).Elo()
		if !math.IsInf(low, 0) && !math.IsInf(high, 0) {
			r.Elo = &Elo{elo, low, high}
		}
	}
	shares := fmt.Sprintf("%.0f %% of the points to %.0f %% in %s%s", 100*r.New.Share, 100*r.Old.Share, r.pairs(),
		r.against())
	within := fmt.Sprintf("with an error of at most %.3g %%", 100*r.Error)
	switch r.Finding {
	case sprt.Better, sprt.Worse:
		r.Sentence = fmt.Sprintf("%s is %s than %s, %s: %s.", r.New.Name, r.Finding, r.Old.Name, within, shares)
	case sprt.Alike:
		r.Sentence = fmt.Sprintf("No difference between %s and %s of %.3g %% of the points or more, %s: %s.",
			r.New.Name, r.Old.Name, 100*r.Least, within, shares)
	case sprt.Nothing:
		r.Sentence = fmt.Sprintf("No difference found between %s and %s, and not ruled out either: %s.", r.New.Name,
			r.Old.Name, shares)
	case sprt.Open:
		r.Sentence = fmt.Sprintf("Not decided whether %s is better than %s: %s.", r.New.Name, r.Old.Name, shares)
		if r.Pairs == 0 {
			r.Sentence = fmt.Sprintf("Not decided whether %s is better than %s: no pair of matches was played.",
				r.New.Name, r.Old.Name)
		}
	}
}

// varied reports whether not all pairs had the same points: else nothing is known about how much chance there is.
func (r *Report) varied() bool {
	different := 0
	for _, n := range r.Counts {
		different += min(n, 1)
	}
	return different > 1
}

func (r *Report) pairs() string {
	if r.Pairs == 1 {
		return "1 pair of matches"
	}
	return fmt.Sprintf("%d pairs of matches", r.Pairs)
}

func (r *Report) against() string {
	if len(r.Against) == 0 {
		return ""
	}
	return " with " + strings.Join(r.Against, ", ")
}

// hint says what a user may have overlooked, or "".
func (r *Report) hint() string {
	if len(r.Against) > 0 && r.Pairs > 1 {
		instead := fmt.Sprintf("would show more, or %s and %s against each other.", r.New.Name, r.Old.Name)
		if field := strings.Join(r.Against, ", "); r.New.Share == 0 && r.Old.Share == 0 {
			return fmt.Sprintf("Neither version gets a point against %s: an easier bot %s", field, instead)
		} else if r.New.Share == 1 && r.Old.Share == 1 {
			return fmt.Sprintf("Both versions win every match against %s: a stronger bot %s", field, instead)
		}
	}
	if r.Pairs > 1 && r.Same == r.Pairs && r.New.Failures+r.Old.Failures == 0 {
		return fmt.Sprintf("Both matches of each pair were the same, move by move: %s and %s act alike. Is the change "+
			"saved, and built?", r.New.Name, r.Old.Name)
	}
	return ""
}
