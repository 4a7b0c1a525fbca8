package remote

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"blastyard/bots/hexabots"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// logic is hexabomb; it checks that each player does what its bot would do in process.
type logic struct {
	t       *testing.T
	names   []string // by player
	m       *hexabomb.Map
	state   *hexabomb.State
	encoder *wire.Encoder
	bots    []hexabots.Bot
	json    []byte
	checked int
}

func (l *logic) Init(players, special, _ int) ([]byte, error) {
	b, err := hexabomb.NewBoard(l.m, players, special)
	if err != nil {
		return nil, err
	}
	l.state, l.encoder = hexabomb.NewState(b), wire.NewEncoder(b)
	for id, name := range l.names {
		bot, err := hexabots.New(name, b, id, uint64(id))
		if err != nil {
			return nil, err
		}
		l.bots = append(l.bots, bot)
	}
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.json, nil
}

func (l *logic) Turn(players []netorcai.PlayerActions) (int, []byte, error) {
	var actions []hexabomb.Action
	for _, p := range players {
		want := string(wire.AppendActionsJSON(nil, l.bots[p.PlayerID].Act(nil, l.state)))
		if string(p.Actions) != want {
			l.t.Errorf("player %d in turn %d: %s, want %s", p.PlayerID, l.state.Turn(), p.Actions, want)
		}
		l.checked++
		var err error
		if actions, err = wire.AppendActions(actions, p.PlayerID, p.Actions, nil); err != nil {
			return 0, nil, err
		}
	}
	l.state.Step(actions, nil)
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.state.Winner(), l.json, nil
}

// TestPlaysAsInProcess: classical and sudden death, over a server.
func TestPlaysAsInProcess(t *testing.T) {
	m, err := maps.Load("maze4")
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"hunter", "greedy", "random"}, {"ghost", "hunter", "greedy"}} {
		special := 0
		if names[0] == "ghost" {
			special = 1
		}
		l := &logic{t: t, names: names, m: m}
		const turns = 40
		s, err := server.New(server.Config{
			Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: len(names) - special, NbSpecialPlayersMax: special},
			Fast:     true, Autostart: true, Logic: l, DealIDs: func(n int) []int { return []int{0, 1, 2}[:n] },
		})
		if err != nil {
			t.Fatal(err)
		}
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		ends := make(chan error, len(names)+1)
		go func() {
			_, err := s.Serve(ctx, ln)
			ends <- err
		}()
		for id, name := range names {
			c, err := netorcai.Dial(ctx, ln.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			role := netorcai.RolePlayer
			if name == "ghost" {
				role = netorcai.RoleSpecialPlayer
			}
			if err := c.Login(ctx, name, role); err != nil {
				t.Fatal(err)
			}
			go func() {
				_, err := netorcai.Play(ctx, c, New(name, uint64(id), t.Errorf))
				ends <- err
			}()
		}
		for range cap(ends) {
			if err := <-ends; err != nil {
				t.Error(err)
			}
		}
		if want := (turns - 1) * len(names); l.checked != want {
			t.Errorf("%d answers, want %d", l.checked, want)
		}
	}
}

// TestOtherGames: a server with another game is refused at the start, a state that cannot be is told once.
func TestOtherGames(t *testing.T) {
	var notes []string
	b := New("greedy", 1, func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) })
	if err := b.Start(netorcai.GameStarts{NbPlayers: 1, InitialGameState: []byte(`{"n":1}`)}); err == nil || !strings.Contains(err.Error(), "not a game of hexabomb") {
		t.Errorf("%v", err)
	}
	const state = `{"cells":[{"q":0,"r":0,"color":1}],"characters":[{"id":0,"color":1,"q":0,"r":0,"alive":true,"revive_delay":-1,"bomb_count":1}],` +
		`"bombs":[],"explosions":{},"cell_count":{"0":1},"score":{"0":1}}`
	if err := b.Start(netorcai.GameStarts{NbPlayers: 1, InitialGameState: []byte(state)}); err != nil {
		t.Fatal(err)
	}
	if actions, err := b.Turn(t.Context(), netorcai.Turn{GameState: []byte(state)}); err != nil || len(actions) == 0 {
		t.Errorf("%s, %v", actions, err)
	}
	for range 2 {
		if actions, err := b.Turn(t.Context(), netorcai.Turn{TurnNumber: 5, GameState: []byte(`{"cells":[]}`)}); err != nil || actions != nil {
			t.Errorf("%s, %v", actions, err)
		}
	}
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "turn 5: no actions: ") {
		t.Errorf("%q", notes)
	}
	if err := New("ghost", 1, t.Errorf).Start(netorcai.GameStarts{NbPlayers: 1, InitialGameState: []byte(state)}); err == nil {
		t.Error("the ghost plays for an ordinary player")
	}
}
