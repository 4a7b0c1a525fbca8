package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/netorcai"
)

func newHexabombCommand() *cobra.Command {
	var host string
	var port uint16
	cmd := &cobra.Command{
		Use:   "hexabomb MAP",
		Short: "Be the hexabomb game logic of a netorcai server",
		Long: `Connect to a netorcai server as its game logic and play hexabomb on a map: a map file, or the name of a built-in map.
Sudden death is played when the server has a special player.`,
		Example: `  blastyard netorcai --nb-players-max 2 &
  blastyard hexabomb map.json -p 4242`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("expected one argument, the map, but there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := loadMap(args[0])
			if err != nil {
				return err
			}
			return runHexabomb(cmd, m, net.JoinHostPort(host, strconv.Itoa(int(port))))
		},
	}
	cmd.Flags().StringVarP(&host, "hostname", "h", "localhost", "the server's host (also --host)")
	cmd.Flags().StringVar(&host, "host", "localhost", "the server's host")
	cmd.Flags().Uint16VarP(&port, "port", "p", 4242, "the server's port")
	cmd.Flags().Bool("help", false, "this text") // without a letter: -h is the host
	_ = cmd.Flags().MarkHidden("host")
	return cmd
}

func runHexabomb(cmd *cobra.Command, m *hexabomb.Map, address string) error {
	client, err := netorcai.Dial(cmd.Context(), address)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.Login(cmd.Context(), "hexabomb", netorcai.RoleGameLogic); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Connected to %s; waiting for the game to start\n", address)
	logic := &hexabombLogic{board: m, log: cmd.ErrOrStderr()}
	if err := netorcai.RunLogic(cmd.Context(), client, logic); err != nil {
		var kick *netorcai.KickError
		if errors.As(err, &kick) {
			return fmt.Errorf("the server ended the game: %w", err)
		}
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Game is finished after %d turns; winner: %s\n", logic.state.Turn(), winnerText(logic.state.Winner()))
	return nil
}

func winnerText(player int) string {
	if player == hexabomb.NoWinner {
		return "none"
	}
	return fmt.Sprintf("player %d", player)
}

// hexabombLogic is hexabomb as a netorcai game logic. Actions are applied in the order in which they are given.
type hexabombLogic struct {
	board   *hexabomb.Map
	log     io.Writer // dropped and refused actions; nil: nowhere
	state   *hexabomb.State
	encoder *wire.Encoder

	actions    []hexabomb.Action
	unreadable []wire.Unreadable
	refused    []hexabomb.Refusal
	json       []byte
}

// Init begins a game.
func (l *hexabombLogic) Init(nbPlayers, nbSpecialPlayers, _ int) ([]byte, error) {
	b, err := hexabomb.NewBoard(l.board, nbPlayers, nbSpecialPlayers)
	if err != nil {
		return nil, err
	}
	l.state, l.encoder = hexabomb.NewState(b), wire.NewEncoder(b)
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.json, nil
}

// Turn plays a turn.
func (l *hexabombLogic) Turn(players []netorcai.PlayerActions) (winner int, state []byte, err error) {
	l.actions, l.unreadable, l.refused = l.actions[:0], l.unreadable[:0], l.refused[:0]
	for _, p := range players {
		// What is no array was refused by the server; if it gets here it is a player without actions.
		l.actions, err = wire.AppendActions(l.actions, p.PlayerID, p.Actions, &l.unreadable)
		if err != nil {
			l.unreadable = append(l.unreadable, wire.Unreadable{Player: p.PlayerID, Index: -1, Why: err.Error()})
		}
	}
	if l.log == nil {
		l.state.Step(l.actions, nil)
	} else {
		l.state.Step(l.actions, &l.refused)
		l.report()
	}
	l.json = l.encoder.Append(l.json[:0], l.state)
	return l.state.Winner(), l.json, nil
}

func (l *hexabombLogic) report() {
	for _, u := range l.unreadable {
		fmt.Fprintf(l.log, "turn %d: %v: dropped\n", l.state.Turn(), u)
	}
	for _, r := range l.refused {
		fmt.Fprintf(l.log, "turn %d: player %d, %v: refused: %v\n", l.state.Turn(), r.Action.Player, r.Action, r.Reason)
	}
}
