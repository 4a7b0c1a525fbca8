package web

import (
	"maps"
	"slices"
	"time"

	"blastyard/game/rating"
	"blastyard/tournament"
	"blastyard/tournament/event"
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

// progressAnswer is how far an event is, as the API tells it.
type progressAnswer struct {
	Played    int             `json:"played"`
	Planned   int             `json:"planned"` // 0: not known
	PerSecond float64         `json:"per_second"`
	LeftMS    int64           `json:"left_ms"`
	Done      bool            `json:"done"`
	Why       string          `json:"why"` // why it ended, or what it waits for
	Running   []runningAnswer `json:"running"`
	Workers   []workerAnswer  `json:"workers"`
	At        time.Time       `json:"at"`
}

// runningAnswer is a running match.
type runningAnswer struct {
	ID     tournament.ID `json:"id"`
	Round  int           `json:"round"` // from 0
	Map    string        `json:"map"`
	Names  []string      `json:"names"` // by player id
	Worker string        `json:"worker"`
	Since  time.Time     `json:"since"`
	Turn   int           `json:"turn"`  // -1: not known
	Live   string        `json:"watch"` // id in Options.Live; empty: it cannot be watched
}

// workerAnswer is a machine, or this process, that plays matches.
type workerAnswer struct {
	Name    string    `json:"name"`
	Slots   int       `json:"slots"` // parallel matches
	Busy    int       `json:"busy"`
	Matches int       `json:"matches"` // matches since it connected
	Fair    int       `json:"fair"`    // programs that it can judge fairly at a time; 0: not known, or there are none
	Can     []string  `json:"can"`     // languages, and the sandbox level
	Seen    time.Time `json:"seen"`
}

func progressAnswerOf(p *event.Progress, at time.Time) progressAnswer {
	x := progressAnswer{Played: p.Played, Planned: p.Planned, PerSecond: p.PerSecond, LeftMS: p.Left.Milliseconds(),
		Done: p.Done, Why: p.Why, Running: []runningAnswer{}, Workers: []workerAnswer{}, At: at}
	for _, r := range p.Running {
		x.Running = append(x.Running, runningAnswer{r.Fixture.ID, r.Fixture.Round, r.Fixture.Map, r.Names, r.Worker,
			r.Since, r.Turn, r.Live})
	}
	for i := range p.Workers {
		x.Workers = append(x.Workers, workerAnswerOf(&p.Workers[i]))
	}
	return x
}

func workerAnswerOf(w *event.Worker) workerAnswer {
	can := []string{w.Abilities.System, "sandbox: " + w.Abilities.Level}
	can = append(can, slices.Sorted(maps.Keys(w.Abilities.Tools))...)
	return workerAnswer{Name: w.Name, Slots: w.Slots, Busy: w.Busy, Matches: w.Played, Fair: w.Abilities.Fair,
		Can: can, Seen: w.Seen}
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
