package serve

import (
	"reflect"
	"testing"
)

// TestValuesAreThoseThatFindSomething: each offered value selects a match together with the other parameters.
func TestValuesAreThoseThatFindSomething(t *testing.T) {
	s := start(t, Config{})
	someMatches(s)
	all, both, games := []string{"draw", "failed", "live", "over"}, []string{"Bob", "ann"}, []string{"hexabomb"}
	for query, want := range map[string]values{
		"limit=1":             {games, []string{"tiny", "yard"}, both, all},
		"map=tiny":            {games, []string{"tiny", "yard"}, both, []string{"failed", "over"}},
		"result=draw":         {games, []string{"yard"}, both, all},
		"name=ann":            {games, []string{"tiny", "yard"}, both, []string{"draw", "failed", "live", "lost", "over", "won"}},
		"name=ann&map=yard":   {games, []string{"tiny", "yard"}, both, []string{"draw", "live", "over", "won"}},
		"name=ann&result=won": {games, []string{"tiny", "yard"}, both, []string{"draw", "failed", "live", "lost", "over", "won"}},
		"game=bomberman":      {games, []string{}, []string{}, []string{}},
		"q=nosuch":            {[]string{}, []string{}, []string{}, []string{}},
	} {
		if got := answerOf[foundAnswer](s, "/api/matches?"+query).Values; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, expected %+v", query, got, want)
		}
	}
}
