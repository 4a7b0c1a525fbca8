package follow

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/game/games"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/show/live"
	"blastyard/show/serve"
)

const deadline = time.Minute

// counting is a game whose state is the number of the turn, or a board of hexabomb.
type counting struct {
	n     int
	state func(n int) string
}

func (c *counting) Init(int, int, int) ([]byte, error) { return []byte(c.state(0)), nil }

func (c *counting) Turn([]netorcai.PlayerActions) (int, []byte, error) {
	c.n++
	return 0, []byte(c.state(c.n)), nil
}

// notes collects the messages of a Game.
type notes struct {
	mu   sync.Mutex
	text []string
}

func (n *notes) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text = append(n.text, text)
}

func (n *notes) has(part string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.text, func(s string) bool { return strings.Contains(s, part) })
}

// served is a server with a game for one local player, and a page that follows it.
type served struct {
	*server.Server
	page *live.Page
	note notes
	ends chan error // results of the server and of the Game
}

// serveGame starts a server. The game begins when start is called.
func serveGame(t *testing.T, turns int, state func(n int) string, act func(ctx context.Context, turn int)) *served {
	t.Helper()
	settings := server.DefaultSettings()
	settings.NbPlayersMax, settings.NbTurnsMax = 1, turns
	s := &served{ends: make(chan error, 2)}
	var err error
	s.Server, err = server.New(server.Config{
		Settings: settings, Fast: true, Logic: &counting{state: state},
		Local: []server.LocalPlayer{{
			Nickname: "ann", Role: netorcai.RolePlayer,
			Act: func(ctx context.Context, turn int, _ []byte) []byte { act(ctx, turn); return nil },
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.page, err = live.Open(live.Config{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.page.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	t.Cleanup(cancel)
	go func() {
		_, err := s.Serve(ctx, l)
		s.ends <- err
	}()
	go func() {
		s.ends <- Game{Address: l.Addr().String(), Page: s.page, Games: games.All(), Note: s.note.add}.Run(ctx)
	}()
	s.until(t, "the login", func() bool { return s.note.has("waiting for the game at ") })
	return s
}

// until waits for a condition.
func (s *served) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s; notes: %q", deadline, what, s.note.text)
		}
	}
}

// shown returns the newest turn on the page, or -1 before the first.
func (s *served) shown() int {
	if list := s.page.Matches().List(); len(list) > 0 {
		return list[0].Turn
	}
	return -1
}

// entry returns the only match on the page.
func (s *served) entry(t *testing.T) serve.Entry {
	t.Helper()
	list := s.page.Matches().List()
	if len(list) != 1 {
		t.Fatalf("the page shows %+v", list)
	}
	return list[0]
}

func tree(n int) string { return fmt.Sprintf(`{"n":%d}`, n) }

func TestGameIsFollowedToItsEnd(t *testing.T) {
	s := serveGame(t, 25, tree, func(context.Context, int) {})
	s.until(t, "the lobby", func() bool { return s.page.Matches().Lobby() != nil })
	if l := s.page.Matches().Lobby(); !l.Waiting || len(l.Page) != 1 ||
		!strings.HasPrefix(l.Line, "waiting for the game at ") {
		t.Errorf("before the game: %+v", l)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	for range cap(s.ends) {
		if err := <-s.ends; err != nil {
			t.Error(err)
		}
	}
	if l := s.page.Matches().Lobby(); l != nil {
		t.Errorf("after the game: %+v", l)
	}
	e := s.entry(t)
	if e.Game != "netorcai" || e.Turn != 25 || e.Turns != 25 || e.Live || e.Winner != 0 || !slices.Equal(e.Players, []string{"ann"}) {
		t.Errorf("%+v", e)
	}
	if !s.note.has("the game has ended after 25 turns") {
		t.Errorf("%q", s.note.text)
	}
}

// hexes returns boards of hexabomb, except for one turn.
func hexes(n int) string {
	if n == 3 {
		return `{"cells":7}`
	}
	return `{"cells":[{"q":0,"r":0,"color":1}],"characters":[{"id":0,"color":1,"q":0,"r":0,"alive":true,"revive_delay":-1,"bomb_count":1}],
		"bombs":[],"explosions":{},"score":{"0":1},"cell_count":{"0":1}}`
}

// TestStateThatCannotBeDrawn: a state that cannot be drawn is omitted, and the match goes on.
func TestStateThatCannotBeDrawn(t *testing.T) {
	var s *served
	s = serveGame(t, 6, hexes, func(ctx context.Context, turn int) { // waits for the page
		for ctx.Err() == nil && s.shown() < turn+1 && (turn != 2 || !s.note.has("turn 3 is not shown")) {
			time.Sleep(time.Millisecond)
		}
	})
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	for range cap(s.ends) {
		if err := <-s.ends; err != nil {
			t.Error(err)
		}
	}
	if e := s.entry(t); e.Game != "hexabomb" || e.Turn != 6 || e.Live {
		t.Errorf("%+v", e)
	}
	if !s.note.has("turn 3 is not shown: it is no state of hexabomb") {
		t.Errorf("%q", s.note.text)
	}
}

// TestGameThatBreaksOff: a game that breaks off ends the match on the page with the reason.
func TestGameThatBreaksOff(t *testing.T) {
	s := serveGame(t, 100, tree, func(ctx context.Context, turn int) {
		if turn >= 2 {
			<-ctx.Done()
		}
	})
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	s.until(t, "turn 2 on the page", func() bool { return s.shown() >= 2 })
	s.Abort("the power is out")
	for range cap(s.ends) {
		if err := <-s.ends; err == nil {
			t.Error("the game and its visualization end without an error")
		}
	}
	if e := s.entry(t); e.Live || e.Winner != serve.NoWinner {
		t.Errorf("%+v", e)
	}
	m, err := s.page.Matches().Open(s.entry(t).ID)
	if err != nil || !strings.Contains(string(m.EndJSON()), `"why":"`) || strings.Contains(string(m.EndJSON()), `"why":""`) {
		t.Errorf("the end is %s, %v", m.EndJSON(), err)
	}
}

func TestGameThatIsNotThere(t *testing.T) {
	page, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if err := (Game{Address: "127.0.0.1:1", Page: page}).Run(t.Context()); err == nil || page.Begun() != 0 {
		t.Errorf("%v, %d matches", err, page.Begun())
	}
	s := serveGame(t, 5, tree, func(context.Context, int) {})
	s.Abort("closed")
	told := 0
	for range cap(s.ends) {
		err := <-s.ends
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a server that ends before the game: %v", err)
		}
		if errors.Is(err, netorcai.ErrKicked) && strings.Contains(err.Error(), "nothing of its game was seen here") {
			told++
		}
	}
	if told != 1 {
		t.Error("the viewer does not say that it saw nothing of a game")
	}
	if s.page.Begun() != 0 {
		t.Errorf("%d matches", s.page.Begun())
	}
}
