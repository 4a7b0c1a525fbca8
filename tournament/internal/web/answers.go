package web

import (
	"slices"
	"time"

	"blastyard/game/rating"
	"blastyard/tournament"
)

// MatchAnswer is a match as the API and web hooks tell it.
type MatchAnswer struct {
	tournament.Result
	Round int      `json:"round"` // from 0
	Map   string   `json:"map"`
	Seed  uint64   `json:"seed"`
	Names []string `json:"names"` // by player id
	Void  string   `json:"void"`  // why its result is void; empty: it is not
	Held  string   `json:"held"`  // why its replay is not shown yet; empty: it is
}

type matchesAnswer struct {
	Matches []MatchAnswer `json:"matches"`
	Next    string        `json:"next"` // the parameter after of the next page; empty: this is the last one
}

func answerOf(m *tournament.Match) MatchAnswer {
	return MatchAnswer{m.Result, m.Round, m.Map, m.Seed, m.Names, voidText(m), m.Held}
}

// MatchAnswers returns matches as the API and web hooks tell them.
func MatchAnswers(list []tournament.Match) (answers []MatchAnswer) {
	for i := range list {
		answers = append(answers, answerOf(&list[i]))
	}
	return answers
}

// entrantAnswer is an entrant as the API tells it.
type entrantAnswer struct {
	Name      string           `json:"name"`
	Versions  []versionAnswer  `json:"versions"` // the newest first
	History   []Point          `json:"history"`  // of its strength, the oldest first
	Failures  []failureAnswer  `json:"failures"` // some of them, the newest first
	Opponents []opponentAnswer `json:"opponents"`
	Times     timesAnswer      `json:"times"`
}

// versionAnswer is a bot that an entrant submitted.
type versionAnswer struct {
	Number  int       `json:"number"`
	Hash    string    `json:"hash"` // hash of its archive; empty: a built-in bot
	At      time.Time `json:"at"`
	By      string    `json:"by"` // who submitted it
	Matches int       `json:"matches"`
}

// A Point is the rating of an entrant at one time in Elo-like points, for charts and the API.
type Point struct {
	At      time.Time `json:"at"`
	Matches int       `json:"matches"` // matches of the event until then
	Elo     float64   `json:"elo"`
	Low     float64   `json:"low"`
	High    float64   `json:"high"`
}

// failureAnswer is a match in which the entrant did not finish.
type failureAnswer struct {
	ID     tournament.ID `json:"id"`
	Reason string        `json:"reason"`
	Words  string        `json:"words"`  // the last words of the bot
	Replay string        `json:"replay"` // always empty: the match has it
}

// opponentAnswer says how an entrant fared against another one.
type opponentAnswer struct {
	Name   string `json:"name"`
	Met    int    `json:"met"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// timesAnswer says how long the answers of an entrant took.
type timesAnswer struct {
	Turns   int64 `json:"turns"`
	UsedMS  int64 `json:"used_ms"` // all answers
	Late    int64 `json:"late"`    // turns without an answer in time
	Host    int64 `json:"host"`    // the late turns that were the machine's fault
	Silent  int64 `json:"silent"`  // turns with an answer in time that holds no action
	Crashed int64 `json:"crashed"` // turns in which a program that is started each turn failed
}

func entrantAnswerOf(e *tournament.Entrant) entrantAnswer {
	a := &e.All
	x := entrantAnswer{Name: e.Name, Versions: versionsOf(e, nil), History: list(pointsOf(e.History)),
		Failures: []failureAnswer{}, Opponents: []opponentAnswer{},
		Times: timesAnswer{a.Turns, a.UsedMS, a.Late, a.Host, a.Silent, a.Crashed}}
	for _, f := range e.Last {
		x.Failures = append(x.Failures, failureAnswer{ID: f.ID, Reason: f.Reason, Words: f.Words})
	}
	for _, o := range e.Opponents {
		x.Opponents = append(x.Opponents, opponentAnswer{o.Name, o.Met, o.Wins, o.Draws, o.Losses})
	}
	return x
}

// versionsOf returns the versions of an entrant, the newest first, with times in a zone; nil: that of this machine.
func versionsOf(e *tournament.Entrant, zone *time.Location) []versionAnswer {
	versions := []versionAnswer{}
	for _, v := range slices.Backward(e.Versions) {
		x := versionAnswer{Number: v.Number, Hash: v.Version, By: v.By, Matches: int(v.All.Matches)}
		if x.At = timeOf(v.At); zone != nil {
			x.At = x.At.In(zone)
		}
		versions = append(versions, x)
	}
	return versions
}

// timeOf returns a Unix time in milliseconds; 0: the zero time.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// pointsOf returns the ratings of a history.
func pointsOf(history []tournament.PastStanding) (list []Point) {
	for i := range history {
		m := &history[i]
		list = append(list, Point{At: time.UnixMilli(m.At), Matches: m.Matches, Elo: rating.EloOf(m.Strength),
			Low: rating.EloOf(m.Low), High: rating.EloOf(m.High)})
	}
	return list
}
