//stage:raced pages are read while matches write them, though the goroutines are those of other packages

package livepage_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/game/games"
	"blastyard/show/live"
	"blastyard/show/livepage"
)

// TestMatchOnThePage: the page shows a finished match with its players, its end and what could have been done better.
func TestMatchOnThePage(t *testing.T) {
	page, err := live.Open(live.Config{Title: "a match"})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	var match *live.Match
	sink := livepage.New(page, livepage.Options{
		Begun:   func(m *live.Match) { match = m },
		Explain: games.All(),
	})
	c := arena.Config{Map: "tiny", Turns: 30, Seed: 2, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:random"}}}
	result, err := blastyard.Play(t.Context(), c, sink)
	if err != nil {
		t.Fatal(err)
	}
	if match == nil || page.Begun() != 1 {
		t.Fatalf("%d matches have begun on the page", page.Begun())
	}
	var list struct {
		Matches []struct {
			ID      string   `json:"id"`
			Players []string `json:"players"`
			Turns   int      `json:"turns"`
		} `json:"matches"`
	}
	get(t, page.URL+"api/matches", &list)
	if len(list.Matches) != 1 || list.Matches[0].ID != match.ID() || len(list.Matches[0].Players) != 2 {
		t.Fatalf("the list is %+v", list)
	}
	page.AwaitEnds() // until the match is explained
	body := text(t, page.URL+"api/matches/"+match.ID())
	for _, want := range []string{"hunter", "random", `"lessons":[{`, `"moments":[{`, `"story":"hunter won by `} {
		if !bytes.Contains(body, []byte(want)) {
			t.Errorf("the match on the page does not tell %q: %.300s", want, body)
		}
	}
	if result.Turns != 30 {
		t.Errorf("%d turns", result.Turns)
	}
}

func get(t *testing.T, url string, to any) {
	t.Helper()
	if err := json.Unmarshal(text(t, url), to); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, url string) []byte {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, r.Status, err)
	}
	return body
}
