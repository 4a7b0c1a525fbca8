package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/errortext"
	"blastyard/internal/letters"
	"blastyard/internal/names"
)

// How many matches an answer has: without a filter, with a filter but no limit, and at most.
const (
	newestListed = 200
	usualLimit   = 100
	mostLimit    = 1000
)

// maxQuery bounds a filter in bytes.
const maxQuery = names.MostBytes

type matchesAnswer struct {
	Title     string  `json:"title"`
	Server    string  `json:"server"` // which run of the server has the matches
	Projector bool    `json:"projector"`
	Total     int     `json:"total"`
	Matches   []Entry `json:"matches"` // the newest last
}

type foundAnswer struct {
	Title     string  `json:"title"`
	Projector bool    `json:"projector"`
	Total     int     `json:"total"`
	Found     int     `json:"found"`
	From      int     `json:"from"`
	Values    values  `json:"values"`
	Matches   []Entry `json:"matches"` // the newest first
}

// A filter selects matches. The zero value selects all.
type filter struct {
	words         []string // each must occur in a name, the map, the seed, the file or the title; lower case
	game, mapName string
	result, name  string
}

// The values of result.
const (
	resultLive   = "live"
	resultOver   = "over"
	resultDraw   = "draw"
	resultWon    = "won"
	resultLost   = "lost"
	resultFailed = "failed"
)

// filterOf parses the filter of an address.
func filterOf(q url.Values) (filter, error) {
	for _, name := range []string{"q", "game", "map", "result", "name"} {
		if len(q.Get(name)) > maxQuery {
			return filter{}, fmt.Errorf("%s has %d bytes, expected %d at most", name, len(q.Get(name)), maxQuery)
		}
	}
	f := filter{words: strings.Fields(strings.ToLower(letters.NFC(q.Get("q")))), game: q.Get("game"),
		mapName: q.Get("map"),
		result:  q.Get("result"), name: letters.NFC(q.Get("name"))}
	switch f.result {
	case "", resultLive, resultOver, resultDraw, resultFailed:
	case resultWon, resultLost:
		if f.name == "" {
			return f, fmt.Errorf("result is %s, expected a name with it", f.result)
		}
	default:
		return f, fmt.Errorf("result is %q, expected %s, %s, %s, %s, %s or %s", f.result, resultLive, resultOver,
			resultDraw, resultWon, resultLost, resultFailed)
	}
	return f, nil
}

// any reports whether the filter restricts anything.
func (f *filter) any() bool {
	return len(f.words) > 0 || f.game != "" || f.mapName != "" || f.result != "" || f.name != ""
}

// takes reports whether the filter selects a match.
func (f *filter) takes(e *Entry) bool {
	return f.takesGame(e) && f.takesMap(e) && f.takesName(e) && f.takesResult(e) && f.takesWords(e)
}

func (f *filter) takesGame(e *Entry) bool { return f.game == "" || e.Game == f.game }

func (f *filter) takesMap(e *Entry) bool { return f.mapName == "" || e.Map == f.mapName }

func (f *filter) takesName(e *Entry) bool { return f.name == "" || slices.Contains(e.Players, f.name) }

// takesResult reports whether a match has the result of the filter, for the named player if there is one.
func (f *filter) takesResult(e *Entry) bool {
	player := slices.Index(e.Players, f.name)
	switch f.result {
	case resultLive:
		return e.Live
	case resultOver:
		return !e.Live
	case resultDraw:
		return !e.Live && e.Winner == NoWinner && e.Why == ""
	case resultWon:
		return !e.Live && e.Winner == player
	case resultLost:
		return !e.Live && e.Winner != NoWinner && e.Winner != player
	case resultFailed:
		return e.failed(player)
	}
	return true
}

// failed reports whether any player, or the given one, did not play to the end or missed turns.
func (e *Entry) failed(player int) bool {
	for id := range e.Players {
		if player >= 0 && id != player {
			continue
		}
		if id < len(e.Reasons) && e.Reasons[id] != finished || id < len(e.Late) && e.Late[id] > 0 {
			return true
		}
	}
	return false
}

func (f *filter) takesWords(e *Entry) bool {
	if len(f.words) == 0 {
		return true
	}
	text := strings.ToLower(strings.Join(append([]string{e.Map, e.Seed, e.File, e.Title}, e.Players...), "\n"))
	return !slices.ContainsFunc(f.words, func(w string) bool { return !strings.Contains(text, w) })
}

// whole returns a copy of an entry to send.
func (e *Entry) whole() Entry {
	c := e.Clone()
	if c.Players == nil {
		c.Players = []string{}
	}
	return c
}

// newest returns the newest matches, for requests without a filter.
func (s *Server) newest() matchesAnswer {
	a := matchesAnswer{Title: s.config.Title, Server: s.run, Projector: s.config.Projector, Matches: []Entry{}}
	for e := range s.allNewest() {
		if a.Total++; a.Total <= newestListed {
			a.Matches = append(a.Matches, e.whole())
		}
	}
	slices.Reverse(a.Matches)
	return a
}

// find returns a part of the matches that a filter selects.
func (s *Server) find(f *filter, from, limit int) foundAnswer {
	a := foundAnswer{Title: s.config.Title, Projector: s.config.Projector, From: from, Matches: []Entry{}}
	offered := newOffered()
	for e := range s.allNewest() {
		a.Total++
		offered.add(f, e)
		if !f.takes(e) {
			continue
		}
		if a.Found++; a.Found > from && len(a.Matches) < limit {
			a.Matches = append(a.Matches, e.whole())
		}
	}
	a.Values = offered.values()
	return a
}

func (s *Server) getMatches(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	f, err := filterOf(q)
	from, fromErr := number(q, "from", 0, maxNumber)
	limit, limitErr := number(q, "limit", usualLimit, mostLimit)
	for _, err := range []error{err, fromErr, limitErr} {
		if err != nil {
			fail(w, http.StatusBadRequest, errortext.Text(err))
			return
		}
	}
	if !f.any() && !q.Has("from") && !q.Has("limit") {
		s.answerValue(w, r, s.newest())
		return
	}
	s.answerValue(w, r, s.find(&f, from, limit))
}

// maxNumber limits numbers in addresses.
const maxNumber = 1 << 30

// number parses a number in an address. usual is the default.
func number(q url.Values, name string, usual, most int) (int, error) {
	if !q.Has(name) {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%s is %.20q, expected 0 to %d", name, q.Get(name), most)
	}
	return n, nil
}
