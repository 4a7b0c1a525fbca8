package live

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"blastyard/game/viewer"
	"blastyard/show/serve"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var header = viewer.Header{
	Game: "hexabomb", Title: "duel", Shape: viewer.Hexagon, Cells: []viewer.Place{{X: 0, Y: 0}}, Turns: 3,
	Players: []viewer.HeaderPlayer{{Name: "ann"}, {Name: "bob"}},
}

func boardAt(turn int) *viewer.Frame {
	return &viewer.Frame{Turn: turn, Turns: 3, Cells: []viewer.Cell{{Owner: viewer.OwnerOf(turn % 2)}}}
}

func open(t *testing.T, c Config) *Page {
	t.Helper()
	p, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// get requests an address of the page on a connection of its own.
func get(t *testing.T, p *Page, address string) (code int, body io.Reader) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res.StatusCode, res.Body
}

// matchOf returns the page's description of a match.
func matchOf(t *testing.T, p *Page, m *Match) (a struct {
	Live   bool
	Turn   int
	Header struct {
		Game, Title string
		Players     []struct{ Name string }
	}
	End   *struct{ Winner int }
	Entry serve.Entry
}) {
	t.Helper()
	_, body := get(t, p, "api/matches/"+m.ID())
	if err := json.NewDecoder(body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestMatchFromItsBeginToItsEnd(t *testing.T) {
	p := open(t, Config{Title: "finals"})
	m := p.Begin(&header)
	a := matchOf(t, p, m)
	if !a.Live || a.Turn != -1 || a.Header.Title != "duel" || a.Header.Players[1].Name != "bob" {
		t.Errorf("at its begin: %+v", a)
	}
	for turn := range 4 {
		m.Add(boardAt(turn))
	}
	if a = matchOf(t, p, m); !a.Live || a.Turn != 3 || a.Entry.Turns != 3 || !reflect.DeepEqual(a.Entry.Players, []string{"ann", "bob"}) {
		t.Errorf("after three turns: %+v", a)
	}
	_, body := get(t, p, "api/matches/"+m.ID()+"/turns/0")
	lines := bufio.NewScanner(body)
	for turn := range 4 {
		if !lines.Scan() || lines.Text() != string(boardAt(turn).AppendJSON(nil)) {
			t.Errorf("turn %d is %q", turn, lines.Text())
		}
	}
	m.End(&viewer.End{Turns: 3, Winner: 1})
	m.End(&viewer.End{Turns: 3, Winner: 0})
	m.Add(boardAt(4))
	if a = matchOf(t, p, m); a.Live || a.Turn != 3 || a.End.Winner != 1 || a.Entry.Winner != 1 {
		t.Errorf("after its end: %+v", a)
	}
}

// TestReadersFollow: a reader receives every event while the match is played.
func TestReadersFollow(t *testing.T) {
	p := open(t, Config{})
	m := p.Begin(&header)
	m.Add(boardAt(0))
	_, body := get(t, p, "api/matches/"+m.ID()+"/live")
	lines := bufio.NewScanner(body)
	await := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("the stream ended before %s", want)
	}
	await(`"turn":0`)
	m.Await([]int{1}, nil)
	await(`{"turn":0,"players":[1],"absent":[]}`)
	m.Add(boardAt(1))
	await(`"turn":1`)
	m.End(&viewer.End{Turns: 1, Winner: -1, Why: "stopped"})
	await(`"why":"stopped"`)
}

// TestOldMatchesGo: the newest finished matches are kept, and a match that is being played always is.
func TestOldMatchesGo(t *testing.T) {
	p := open(t, Config{Keep: 2})
	first := p.Begin(&header)
	var ids []string
	for range 4 {
		m := p.Begin(&header)
		m.End(&viewer.End{Winner: -1})
		ids = append(ids, m.ID())
	}
	var got []string
	for _, e := range p.Matches().List() {
		got = append(got, e.ID)
	}
	if want := []string{first.ID(), ids[2], ids[3]}; !reflect.DeepEqual(got, want) || p.Begun() != 5 {
		t.Errorf("%v, want %v; %d begun", got, want, p.Begun())
	}
}

type person struct{ serve.Person }

func (person) Join() {}

func (person) Look() viewer.PersonView { return viewer.PersonView{Name: "ann", Player: -1} }

func TestPersonsAndTheManual(t *testing.T) {
	p := open(t, Config{Person: func(token string) serve.Person {
		if token == "secret" {
			return person{}
		}
		return nil
	}})
	for address, want := range map[string]int{
		"": 200, "app.js": 200, "docs/": 200, "api/seat/secret": 200, "api/seat/other": 404, "nosuch": 404,
	} {
		if code, _ := get(t, p, address); code != want {
			t.Errorf("%q: %d, want %d", address, code, want)
		}
	}
}

func TestPagesThatCannotBe(t *testing.T) {
	for want, c := range map[string]Config{
		"live: open page: Keep is -1": {Keep: -1},
		"cannot listen at 1.2.3.4x":   {Listen: "1.2.3.4x:0"},
	} {
		if p, err := Open(c); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, %v", want, p, err)
		}
	}
}

func Example() {
	page, err := Open(Config{Title: "my matches"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer page.Close()
	m := page.Begin(&viewer.Header{Game: "hexabomb", Title: "a duel", Turns: 1, Players: []viewer.HeaderPlayer{{Name: "ann"}}})
	m.Add(&viewer.Frame{Turn: 0, Turns: 1})
	m.Add(&viewer.Frame{Turn: 1, Turns: 1})
	m.End(&viewer.End{Turns: 1, Winner: 0})
	for _, e := range page.Matches().List() {
		fmt.Println(e.Title, e.Turn, e.Live, e.Players[e.Winner])
	}
	// Output: a duel 1 false ann
}

// TestMatchesWithoutAPage: the caller's own server can show matches too, and forgets old ones.
func TestMatchesWithoutAPage(t *testing.T) {
	matches := NewMatches(1)
	first, second := matches.Begin(&viewer.Header{Title: "one"}), matches.Begin(&viewer.Header{Title: "two"})
	if n := len(matches.Catalog().List()); n != 2 || matches.Begun() != 2 {
		t.Fatalf("%d matches are listed and %d have begun, want 2", n, matches.Begun())
	}
	first.End(&viewer.End{})
	second.End(&viewer.End{})
	if list := matches.Catalog().List(); len(list) != 1 || list[0].ID != second.ID() || list[0].Title != "two" {
		t.Errorf("%+v is listed, want only %s", list, second.ID())
	}
}
