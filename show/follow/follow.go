// Package follow shows the game of a netorcai server on a page. It logs in to the server as a visualization.
package follow

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/internal/waiting"
	"blastyard/protocol/netorcai"
	"blastyard/show/live"
)

// Nickname is the visualization's name at the server.
const Nickname = "watch"

// ErrNotBegun says that the server ended the game before it began.
var ErrNotBegun = errors.New("follow: the game ended before it began")

// A Game says which game is followed, and where it is shown.
type Game struct {
	Address string       // of the server: HOST:PORT, or HOST for netorcai's default port
	Page    *live.Page   // shows the game
	Games   []*game.Kind // games whose states can be drawn; others are shown as trees
	Note    func(string) // called with progress messages of one line; may be nil
}

// Run logs in, waits for the game, and shows it. It returns nil when the game has been played to its end, and
// otherwise the reason. If the connection is lost or ctx ends, the match on the page ends with the reason.
func (g Game) Run(ctx context.Context) error {
	if g.Note == nil {
		g.Note = func(string) {}
	}
	client, err := g.login(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	waits := waiting.Watched(g.address())
	g.Note("logged in at " + g.address() + "; " + waits.Line())
	g.Page.WaitFor(waits)
	f := &follower{page: g.Page, games: g.Games, note: g.Note}
	ends, err := netorcai.Play(ctx, client, f)
	switch {
	case errors.Is(err, netorcai.ErrKicked) && f.match == nil:
		return fmt.Errorf("%w: nothing of its game was seen here: it did not begin, or had begun before this came, "+
			"and the original server tells nothing of it to those who come late", err)
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

// login connects to the server and logs in there.
func (g Game) login(ctx context.Context) (*netorcai.Client, error) {
	waits := waiting.Answer(g.address(), "a netorcai server")
	g.Page.WaitFor(waits)
	defer waiting.Tell(waits, g.Note)()
	client, err := netorcai.Dial(ctx, g.address())
	if err != nil {
		return nil, err
	}
	if err := client.Login(ctx, Nickname, netorcai.RoleVisualization); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// address returns the address of the server.
func (g Game) address() string {
	if _, _, err := net.SplitHostPort(g.Address); err != nil {
		return net.JoinHostPort(g.Address, strconv.Itoa(netorcai.DefaultPort))
	}
	return g.Address
}

// reason says in a few words why a match was cut.
func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return "interrupted"
	}
	return errortext.Text(err)
}

// cut ends a match that can no longer be followed.
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
