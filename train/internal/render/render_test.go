package render

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// hexabombMatch returns a match of two players on the map tiny at its start.
func hexabombMatch(t *testing.T) *Match {
	t.Helper()
	m, err := maps.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	board, err := hexabomb.NewBoard(m, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &Match{Match: games.HexabombMatch(hexabomb.NewState(board)), Game: "hexabomb", Turns: 30, Map: "tiny", Seed: 7, Names: []string{"player_0", "greedy"}}
}

// bombermanMatch returns a match of two players at its start.
func bombermanMatch(t *testing.T) *Match {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Match{Match: games.BombermanMatch(bomberman.NewState(m)), Game: "bomberman", Turns: 50, Seed: 1, Names: []string{"player_0", "player_1"}}
}

// TestRGB: there are as many pixels as the size says, and they have the colours of both players.
func TestRGB(t *testing.T) {
	for name, m := range map[string]*Match{"hexabomb": hexabombMatch(t), "bomberman": bombermanMatch(t)} {
		for _, width := range []int{0, 200, 801} {
			pixels, w, h, err := RGB([]byte("kept"), m, width)
			if err != nil {
				t.Fatal(err)
			}
			want := width
			if want == 0 {
				want = DefaultWidth
			}
			if w != want || h < w/3 || len(pixels) != 4+3*w*h || string(pixels[:4]) != "kept" {
				t.Fatalf("%s: %d x %d pixels in %d bytes, asked for a width of %d", name, w, h, len(pixels), width)
			}
			seen := map[[3]byte]bool{}
			for p := 4; p < len(pixels); p += 3 {
				seen[[3]byte(pixels[p:p+3])] = true
			}
			for player := range 2 {
				c := viewer.Palette[player]
				if !seen[[3]byte{c.R, c.G, c.B}] {
					t.Errorf("%s: no pixel of %d has the colour of player %d", name, width, player)
				}
			}
		}
	}
	if _, _, _, err := RGB(nil, hexabombMatch(t), 5); err == nil || !strings.Contains(err.Error(), "Width is 5, expected 64 to 4000") {
		t.Errorf("a width of 5: %v", err)
	}
}

// TestText: the text names the players and the turn, and has the escape sequences of colours only on request.
func TestText(t *testing.T) {
	h, b := hexabombMatch(t), bombermanMatch(t)
	h.State().(*hexabomb.State).Step(nil, nil)
	b.State().(*bomberman.State).Step(make([]bomberman.Command, 2), nil)
	for name, m := range map[string]*Match{"hexabomb": h, "bomberman": b} {
		plain, coloured := Text(m, false), Text(m, true)
		for _, want := range append(m.Names, "turn 1 of ", fmt.Sprint(m.Turns)) {
			if !strings.Contains(strings.ToLower(plain), want) {
				t.Errorf("%s: the text does not hold %q:\n%s", name, want, plain)
			}
		}
		if strings.Contains(plain, "\x1b") || !strings.Contains(coloured, "\x1b[") {
			t.Errorf("%s: escape sequences in plain text, or none in colour: %q", name, plain)
		}
		for line := range strings.Lines(plain) {
			if n := len([]rune(line)); n > 81 {
				t.Errorf("%s: a line of %d columns", name, n)
			}
		}
	}
	before := Text(h, false)
	h.State().(*hexabomb.State).Step([]hexabomb.Action{{Kind: hexabomb.DropBomb, Range: 2, Delay: 4}}, nil)
	if after := Text(h, false); strings.Count(after, "●")+strings.Count(after, "*") == strings.Count(before, "●")+strings.Count(before, "*") {
		t.Errorf("a bomb cannot be seen:\n%s", after)
	}
}

// TestPage: the page shows a match turn by turn and its end, and the next episode as another match. It does not show
// matches that are not watched. Its port is free after Close.
func TestPage(t *testing.T) {
	page, err := OpenPage()
	if err != nil {
		t.Fatal(err)
	}
	m, other := hexabombMatch(t), bombermanMatch(t)
	page.Show(2, m)
	if n := len(listed(t, page)); n != 0 {
		t.Fatalf("%d matches are on the page, none is watched", n)
	}
	page.Watch(2, m)
	page.Show(0, other)
	for range 3 {
		m.State().(*hexabomb.State).Step(nil, nil)
		page.Show(2, m)
	}
	if !page.Watches(2) || page.Watches(0) || (*Page)(nil).Watches(2) {
		t.Error("the page watches other matches than it was asked to")
	}
	if list := listed(t, page); len(list) != 1 || list[0].Turn != 3 || !list[0].Live || list[0].Title != "hexabomb on tiny, match 2, episode 0" {
		t.Fatalf("on the page: %+v", list)
	}
	m.Over = true
	m.State().(*hexabomb.State).Step(nil, nil)
	page.Show(2, m)
	page.Show(2, m) // once more changes nothing
	if list := listed(t, page); len(list) != 1 || list[0].Live || list[0].Turn != 4 {
		t.Fatalf("after its end: %+v", list)
	}
	next := hexabombMatch(t)
	next.Episode = 1
	page.Show(2, next)
	page.Watch(0, other)
	next.State().(*hexabomb.State).Step(nil, nil)
	page.Show(2, next)
	again := hexabombMatch(t) // a reset during the episode
	again.Episode = 1
	page.Show(2, again)
	again.Seed++ // a reset at its start, with another seed
	page.Show(2, again)
	list := listed(t, page)
	live := 0
	for _, x := range list {
		if x.Live {
			live++
		}
	}
	if len(list) != 5 || live != 2 {
		t.Fatalf("after a reset and another match: %+v", list)
	}
	addr := page.page.Addr.String()
	page.Close()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatalf("the port after Close: %v", err)
	}
	l.Close()
	(*Page)(nil).Close()
}

// TestOpenBrowser: the command in $BROWSER gets the address of the page.
func TestOpenBrowser(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script is the browser")
	}
	dir := t.TempDir()
	script, told := filepath.Join(dir, "browser"), filepath.Join(dir, "told")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf %s \"$1\" > \""+told+".new\" && mv \""+told+".new\" \""+told+"\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("BROWSER", script)
	page, err := OpenPage()
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	page.OpenBrowser()
	for deadline := time.Now().Add(time.Minute); ; {
		if text, err := os.ReadFile(told); err == nil {
			if string(text) != page.URL() {
				t.Errorf("the browser was given %q, the page is at %q", text, page.URL())
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("no browser was started")
		}
		time.Sleep(time.Millisecond)
	}
}

type entry struct {
	Title string
	Live  bool
	Turn  int
}

func listed(t *testing.T, p *Page) []entry {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL()+"api/matches", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Matches []entry }
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatalf("%v: %.300s", err, body)
	}
	return list.Matches
}
