// Package follow shows the game of a netorcai server on a page, as a visualization that the server lets in.
package follow

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/protocol/netorcai"
	"blastyard/show/live"
)

// Nickname is what the visualization is called at the server.
const Nickname = "watch"

// ErrNotBegun says that the server ended the game before it began.
var ErrNotBegun = errors.New("follow: the game ended before it began")

// A Game says which game is followed, and where it is shown.
type Game struct {
	Address string       // of the server: HOST:PORT, or HOST for netorcai's usual port
	Page    *live.Page   // shows the game
	Games   []*game.Kind // whose states can be drawn; the others are shown as trees
	Note    func(string) // hears how it goes, a line at a time; nil: nothing is told
}

// Run logs in, waits for the game, and shows it. It returns when the game has ended: nil where it was played to its
// end, else why it was not. If the connection is lost or ctx ends, the match on the page ends with the reason.
func (g Game) Run(ctx context.Context) error {
	if g.Note == nil {
		g.Note = func(string) {}
	}
	client, err := netorcai.Dial(ctx, g.address())
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.Login(ctx, Nickname, netorcai.RoleVisualization); err != nil {
		return err
	}
	g.Note("logged in at " + g.address() + "; waiting for the game to start")
	g.Page.Wait(nil, []string{g.address()})
	f := &follower{page: g.Page, games: g.Games, note: g.Note}
	ends, err := netorcai.Play(ctx, client, f)
	switch {
	case err != nil && f.match == nil:
		return err
	case err != nil:
		f.cut(reason(ctx, err))
		return err
	case f.match == nil:
		return ErrNotBegun
	}
	f.end(&ends)
	g.Note(fmt.Sprintf("the game has ended after %d turns", f.frame.Turn))
	return nil
}

// address is where the server is.
func (g Game) address() string {
	if _, _, err := net.SplitHostPort(g.Address); err != nil {
		return net.JoinHostPort(g.Address, strconv.Itoa(netorcai.DefaultPort))
	}
	return g.Address
}

// reason is why a match was cut, in a few words.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return "interrupted"
	}
	return err.Error()
}

// cut ends the match where the game is no longer seen.
func (f *follower) cut(why string) {
	f.match.End(&viewer.End{Turns: f.frame.Turn, Winner: -1, Why: why})
}

// end shows the last state, and how the game ended.
func (f *follower) end(ends *netorcai.GameEnds) {
	f.show(max(f.frame.Turn+1, f.turns), ends.GameState, f.infos) // a game is played to its last turn
	end := viewer.End{Turns: f.frame.Turn, Winner: ends.WinnerPlayerID, Players: make([]viewer.EndPlayer, len(f.seats))}
	for i := range end.Players {
		if end.Players[i].Reason = "finished"; !f.seats[i].Connected {
			end.Players[i].Reason = "disconnected"
		}
	}
	f.match.End(&end)
}
