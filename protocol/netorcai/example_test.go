package netorcai_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// countdown is a game logic: the state is a number that each player's action lowers.
type countdown struct{ left int }

func (g *countdown) Init(nbPlayers, nbSpecialPlayers, nbTurnsMax int) ([]byte, error) {
	g.left = 10
	return fmt.Appendf(nil, `{"left":%d}`, g.left), nil
}

func (g *countdown) Turn(actions []netorcai.PlayerActions) (int, []byte, error) {
	g.left -= len(actions)
	return -1, fmt.Appendf(nil, `{"left":%d}`, g.left), nil
}

// serve starts a server for a game of three turns.
func serve(cfg server.Config) (addr string, wait func()) {
	cfg.NbTurnsMax, cfg.Fast, cfg.Autostart = 3, true, true
	s, err := server.New(cfg)
	if err != nil {
		panic(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = s.Serve(context.Background(), ln)
	}()
	return ln.Addr().String(), func() { <-done }
}

// down is a bot.
type down struct{}

func (down) Start(m netorcai.GameStarts) error {
	fmt.Printf("I am player %d of %d, the game begins with %s\n", m.PlayerID, m.NbPlayers, m.InitialGameState)
	return nil
}

func (down) Turn(_ context.Context, m netorcai.Turn) (json.RawMessage, error) {
	fmt.Printf("turn %d: %s\n", m.TurnNumber, m.GameState)
	return json.RawMessage(`["down"]`), nil
}

func ExamplePlay() {
	addr, wait := serve(server.Config{Settings: server.Settings{NbPlayersMax: 1}, Logic: &countdown{}})
	ctx := context.Background()
	c, err := netorcai.Dial(ctx, addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Login(ctx, "down", netorcai.RolePlayer); err != nil {
		fmt.Println(err)
		return
	}
	ends, err := netorcai.Play(ctx, c, down{})
	fmt.Printf("winner %d, %s, %v\n", ends.WinnerPlayerID, ends.GameState, err)
	_ = c.Close()
	wait()
	// Output:
	// I am player 0 of 1, the game begins with {"left":10}
	// turn 0: {"left":10}
	// turn 1: {"left":9}
	// winner -1, {"left":8}, <nil>
}

func ExampleRunLogic() {
	act := func(context.Context, int, []byte) []byte { return []byte(`["down"]`) }
	addr, wait := serve(server.Config{
		Settings: server.Settings{NbPlayersMax: 1},
		Local:    []server.LocalPlayer{{Nickname: "down", Role: netorcai.RolePlayer, Act: act}},
	})
	ctx := context.Background()
	c, err := netorcai.Dial(ctx, addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Login(ctx, "countdown", netorcai.RoleGameLogic); err != nil {
		fmt.Println(err)
		return
	}
	game := &countdown{}
	fmt.Println(netorcai.RunLogic(ctx, c, game), game.left)
	_ = c.Close()
	wait()
	// Output: <nil> 8
}

// A viewer reads the messages itself. It answers each Turn, so that it gets the next.
func ExampleClient_Read() {
	addr, wait := serve(server.Config{Settings: server.Settings{NbVisusMax: 1}, Logic: &countdown{}})
	ctx := context.Background()
	c, err := netorcai.Dial(ctx, addr)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.Login(ctx, "viewer", netorcai.RoleVisualization); err != nil {
		fmt.Println(err)
		return
	}
	for {
		m, err := c.Read(ctx)
		if err != nil {
			fmt.Println(err)
			break
		}
		switch m := m.(type) {
		case netorcai.GameStarts:
			fmt.Printf("%d players\n", len(m.PlayersInfo))
		case netorcai.Turn:
			if err := c.SendTurnAck(ctx, m.TurnNumber, nil); err != nil {
				fmt.Println(err)
			}
		case netorcai.GameEnds:
			fmt.Printf("the end: %s\n", m.GameState)
		}
	}
	_ = c.Close()
	wait()
	// Output:
	// 0 players
	// the end: {"left":10}
	// netorcai: kicked: Game is finished
}
