package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"blastyard/netorcai"
	"blastyard/replay"
	"blastyard/viewer"
)

// watchNickname is what the viewer is called at a netorcai server.
const watchNickname = "watch"

// watchNetorcai shows the game of a netorcai server on a page, as a visualization that the server lets in. It returns when
// the game has ended.
func watchNetorcai(ctx context.Context, address string, p *page, note func(string, ...any)) error {
	client, err := netorcai.Dial(ctx, address)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.Login(ctx, watchNickname, netorcai.RoleVisualization); err != nil {
		return err
	}
	note("logged in at %s; waiting for the game to start", address)
	v := &visualization{page: p, note: note}
	ends, err := netorcai.Play(ctx, client, v)
	switch {
	case err != nil && v.match == nil:
		return err
	case err != nil:
		v.match.end(&viewer.End{Turns: v.frame.Turn, Winner: -1, Why: interrupted(ctx, err).Error()})
		return err
	case v.match == nil:
		return errors.New("the game ended before it began")
	}
	v.turn(max(v.frame.Turn+1, v.turns), ends.GameState, v.infos) // a game is played to its last turn
	end := viewer.End{Turns: v.frame.Turn, Winner: ends.WinnerPlayerID, Players: make([]viewer.EndPlayer, len(v.seats))}
	for i := range end.Players {
		if end.Players[i].Reason = "finished"; !v.seats[i].Connected {
			end.Players[i].Reason = "disconnected"
		}
	}
	v.match.end(&end)
	note("the game has ended after %d turns", v.frame.Turn)
	return nil
}

// visualization is what a netorcai server shows a game to.
type visualization struct {
	page     *page
	match    *pageMatch
	note     func(string, ...any)
	hexabomb bool
	specials int
	turns    int
	seats    []viewer.Seat
	infos    []netorcai.PlayerInfo
	frame    viewer.Frame
	last     viewer.Frame
	json     []byte
	warned   bool
}

// Start shows the state at the start.
func (v *visualization) Start(g netorcai.GameStarts) error {
	v.hexabomb, v.specials, v.turns = viewer.LooksLikeHexabomb(g.InitialGameState), g.NbSpecialPlayers, g.NbTurnsMax
	v.seats = make([]viewer.Seat, g.NbPlayers+g.NbSpecialPlayers)
	s := &viewer.Header{Game: "netorcai", Title: "a game over the network", Turns: g.NbTurnsMax, Started: time.Now().UTC().Format(time.RFC3339),
		Limit: int(g.BetweenTurns), SuddenDeath: g.NbSpecialPlayers > 0, Players: make([]viewer.HeaderPlayer, len(v.seats))}
	for i := range v.seats {
		v.seats[i].Micros = viewer.NoTime
		s.Players[i].Special = i < v.specials
	}
	for _, p := range g.PlayersInfo {
		if p.PlayerID >= 0 && p.PlayerID < len(v.seats) {
			v.seats[p.PlayerID].Name, s.Players[p.PlayerID].Name = p.Nickname, p.Nickname
		}
	}
	if v.hexabomb {
		s.Game, s.Title, s.Limit = replay.Hexabomb, "hexabomb over the network", 0
	}
	if err := v.fill(0, g.InitialGameState, g.PlayersInfo); err != nil {
		return err
	}
	s.SetBoard(&v.frame)
	v.match = v.page.begin(s)
	v.publish()
	return nil
}

// Turn shows a turn.
func (v *visualization) Turn(_ context.Context, t netorcai.Turn) (json.RawMessage, error) {
	v.turn(t.TurnNumber+1, t.GameState, t.PlayersInfo)
	return nil, nil
}

// turn shows the state after so many turns; one that cannot be read is left out. For turns that the server skipped, for it
// does not wait for visualizations, the last board stands.
func (v *visualization) turn(n int, state []byte, infos []netorcai.PlayerInfo) {
	for v.frame.Turn < n-1 {
		v.frame.Turn++
		v.frame.Events = append(v.frame.Events[:0:0], viewer.Event{Turn: v.frame.Turn, Player: -1, Text: "this turn was not received"})
		v.json = v.frame.AppendJSON(v.json[:0])
		v.match.add(v.frame.Turn, v.json)
	}
	if err := v.fill(n, state, infos); err != nil {
		if !v.warned {
			v.note("turn %d is not shown: %v", n, err)
		}
		v.warned = true
		return
	}
	v.publish()
}

func (v *visualization) fill(n int, state []byte, infos []netorcai.PlayerInfo) error {
	v.infos = slices.Clone(infos)
	for _, p := range infos {
		if p.PlayerID >= 0 && p.PlayerID < len(v.seats) {
			v.seats[p.PlayerID].Connected = p.IsConnected
		}
	}
	v.frame = viewer.Frame{}
	if v.hexabomb {
		if err := viewer.FromHexabombState(&v.frame, state, n, v.turns, v.specials, v.seats); err != nil {
			return fmt.Errorf("the state is not hexabomb's: %w", err)
		}
		return nil
	}
	return viewer.FromTree(&v.frame, state, n, v.turns, v.seats)
}

func (v *visualization) publish() {
	if v.frame.Turn > 0 {
		v.frame.AddEvents(&v.last)
	}
	v.json = v.frame.AppendJSON(v.json[:0])
	v.match.add(v.frame.Turn, v.json)
	v.last = v.frame
}
