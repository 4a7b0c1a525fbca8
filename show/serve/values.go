package serve

import (
	"maps"
	"slices"
)

// values are the values of each filter parameter that select at least one match together with the other parameters,
// sorted.
type values struct {
	Games   []string `json:"games"`
	Maps    []string `json:"maps"`
	Names   []string `json:"names"`   // of players: at most mostNames, from the newest matches
	Results []string `json:"results"` // won and lost only if a name is given
}

// mostNames limits the names that filters offer.
const mostNames = 200

// offered collects these values.
type offered struct{ games, maps, names, results map[string]bool }

func newOffered() *offered {
	return &offered{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

// add adds the values of a match.
func (o *offered) add(f *filter, e *Entry) {
	if !f.takesWords(e) {
		return
	}
	game, board, name, result := f.takesGame(e), f.takesMap(e), f.takesName(e), f.takesResult(e)
	if board && name && result {
		o.games[e.Game] = true
	}
	if game && name && result {
		o.maps[e.Map] = true
	}
	if game && board && name {
		o.addResults(e, slices.Index(e.Players, f.name), f.name != "")
	}
	if !game || !board || !f.takesResultOfAnybody(e) {
		return
	}
	for _, n := range e.Players {
		if len(o.names) < mostNames {
			o.names[n] = true
		}
	}
}

// takesResultOfAnybody is takesResult for any name.
func (f *filter) takesResultOfAnybody(e *Entry) bool {
	if f.result == resultWon || f.result == resultLost {
		return !e.Live && e.Winner != NoWinner
	}
	anybody := filter{result: f.result}
	return anybody.takesResult(e)
}

// addResults adds the results of a match, or those of a player if a name is given.
func (o *offered) addResults(e *Entry, player int, named bool) {
	o.results[resultFailed] = o.results[resultFailed] || e.failed(player)
	if e.Live {
		o.results[resultLive] = true
		return
	}
	o.results[resultOver] = true
	switch {
	case e.Winner == NoWinner:
		o.results[resultDraw] = o.results[resultDraw] || e.Why == ""
	case named && e.Winner == player:
		o.results[resultWon] = true
	case named:
		o.results[resultLost] = true
	}
}

func (o *offered) values() values {
	return values{sorted(o.games), sorted(o.maps), sorted(o.names), sorted(o.results)}
}

// sorted returns the elements of a set in order, without "".
func sorted(set map[string]bool) []string {
	maps.DeleteFunc(set, func(text string, is bool) bool { return text == "" || !is })
	return append([]string{}, slices.Sorted(maps.Keys(set))...)
}
