package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/protocol/netorcai"
	"blastyard/show/live"
)

// A follower is the netorcai.Bot of a visualization: it receives the game and sends no actions.
type follower struct {
	page  *live.Page
	games []*game.Kind
	match *live.Match // nil before the game begins
	note  func(string)

	kind     *game.Kind // draws the states; nil: they are shown as trees
	specials int
	turns    int
	seats    []viewer.Seat
	infos    []netorcai.PlayerInfo
	frame    viewer.Frame
	last     viewer.Frame
	warned   bool
}

// Start begins the match with the initial state.
func (f *follower) Start(g netorcai.GameStarts) error {
	f.kind = game.OfState(f.games, g.InitialGameState)
	f.specials, f.turns = g.NbSpecialPlayers, g.NbTurnsMax
	f.seats = make([]viewer.Seat, g.NbPlayers+g.NbSpecialPlayers)
	for i := range f.seats {
		f.seats[i].Micros = viewer.NoTime
	}
	for _, p := range g.PlayersInfo {
		if p.PlayerID >= 0 && p.PlayerID < len(f.seats) {
			f.seats[p.PlayerID].Name = p.Nickname
		}
	}
	if err := f.fill(0, g.InitialGameState, g.PlayersInfo); err != nil {
		return err
	}
	f.match = f.page.Begin(f.header(&g))
	f.publish()
	return nil
}

// header returns what stays the same during the game.
func (f *follower) header(g *netorcai.GameStarts) *viewer.Header {
	h := viewer.Header{Game: "netorcai", Title: "a game over the network", Turns: g.NbTurnsMax,
		Started: time.Now().UTC().Format(time.RFC3339), Limit: int(g.BetweenTurns)}
	if f.kind != nil {
		h.Game, h.Title, h.Limit = f.kind.Name, f.kind.Name+" over the network", 0
	}
	for i := range f.seats {
		h.Players = append(h.Players, viewer.HeaderPlayer{Name: f.seats[i].Name, Special: i < f.specials})
	}
	return viewer.NewHeader(h, &f.frame)
}

// Turn shows a turn.
func (f *follower) Turn(_ context.Context, t netorcai.Turn) (json.RawMessage, error) {
	f.show(t.TurnNumber+1, t.GameState, t.PlayersInfo)
	return nil, nil
}

// show shows the state after n turns. It omits a state that cannot be read. The server does not wait for
// visualizations and may skip turns. For each skipped turn the previous board is shown again.
func (f *follower) show(n int, state []byte, infos []netorcai.PlayerInfo) {
	for f.frame.Turn < n-1 {
		f.frame.Turn++
		f.frame.Events = []viewer.Event{{Turn: f.frame.Turn, Player: -1, Text: "this turn was not received"}}
		f.match.Add(&f.frame)
	}
	if err := f.fill(n, state, infos); err != nil {
		if !f.warned {
			f.note(fmt.Sprintf("turn %d is not shown: %s", n, errortext.Text(err)))
		}
		f.warned = true
		return
	}
	f.publish()
}

// fill fills the frame from a state.
func (f *follower) fill(n int, state []byte, infos []netorcai.PlayerInfo) error {
	f.infos = slices.Clone(infos)
	for _, p := range infos {
		if p.PlayerID >= 0 && p.PlayerID < len(f.seats) {
			f.seats[p.PlayerID].Connected = p.IsConnected
		}
	}
	next := viewer.Frame{}
	if f.kind == nil {
		if err := viewer.FromTree(&next, state, n, f.turns, f.seats); err != nil {
			return err
		}
	} else if err := f.kind.Draw(&next, state, n, f.turns, f.specials, f.seats); err != nil {
		return fmt.Errorf("it is no state of %s: %w", f.kind.Name, err)
	}
	f.frame = next
	return nil
}

// publish shows the frame with the events of its turn.
func (f *follower) publish() {
	if f.frame.Turn > 0 {
		f.frame.AddEvents(&f.last)
	}
	f.match.Add(&f.frame)
	f.last = f.frame
}
