//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/foreground"
	"blastyard/internal/waiting"
	"blastyard/originals/bomberman/netconsole"
)

func newBombermanHostCommand() *cobra.Command {
	var o bombermanHostOptions
	cmd := &cobra.Command{
		Use:   "host",
		Short: "Host a game of 2016-Bomberman for players on other machines",
		Long: `Wait for players (blastyard bomberman join, or the original's client) and lead them through one game. The
protocol is that of the original's network console: players register at one port and then play at a port of their own.

Commands on standard input:
  start    begin the game, with 2 to 12 players
  end      leave, also in the middle of the game

A player that loses the connection does nothing until it joins again with the same name. The game waits for a
command of every living player, as the original does, unless --turn-time says how long. The leader board is written
to standard output.`,
		Example: `  blastyard bomberman host
  blastyard bomberman host --players 4 --turn-time 5s --seed 7
  blastyard bomberman host --host 127.0.0.1 --port 5000 --player-port 0`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Int32N(math.MaxInt32)
			}
			if err := o.validate(); err != nil {
				return err
			}
			return o.run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.host, "host", "", "the address to listen on (default all of this machine)")
	f.IntVarP(&o.port, "port", "p", netconsole.DefaultPort, "the port for registrations, 0 to 65535; 0: any free one")
	f.IntVar(&o.playerPort, "player-port", netconsole.DefaultPlayerPort, "player i has this port plus i; 0: a free one")
	f.IntVar(&o.players, "players", 0,
		"start when this many players have joined, 2 to 12; 0: only with the command start")
	f.Int32VarP(&o.seed, "seed", "s", 0, "random seed (default: chosen and printed)")
	f.DurationVar(&o.turnTime, "turn-time", 0, "the time for a command, a late one counts as nothing; 0: wait for ever")
	return cmd
}

type bombermanHostOptions struct {
	host                      string
	port, playerPort, players int
	seed                      int32
	turnTime                  time.Duration
}

func (o *bombermanHostOptions) validate() error {
	least, most := games.BombermanPlayers()
	lastPlayerPort := 65535 - most
	switch {
	case o.port < 0 || o.port > 65535:
		return usagef("--port is %d, expected 0 to 65535", o.port)
	case o.playerPort < 0 || o.playerPort > lastPlayerPort:
		return usagef("--player-port is %d, expected 0 to %d", o.playerPort, lastPlayerPort)
	case o.players != 0 && (o.players < least || o.players > most):
		return usagef("--players is %d, expected 0 or %d to %d", o.players, least, most)
	case o.turnTime < 0:
		return usagef("--turn-time is %v, expected 0s or more", o.turnTime)
	}
	return nil
}

// errHostEnd is the cause if the command end ends the host.
var errHostEnd = errors.New("end")

func (o *bombermanHostOptions) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	log := netconsole.NewLog(stderr)
	defer log.Close()
	h, err := netconsole.Listen(ctx, netconsole.Config{
		Address:    net.JoinHostPort(o.host, strconv.Itoa(o.port)),
		PlayerPort: o.playerPort,
		Seed:       o.seed,
		AutoStart:  o.players,
		TurnTime:   o.turnTime,
		Log:        log.Say,
	})
	if err != nil {
		return err
	}
	where := h.Addr().String()
	if host, port, err := net.SplitHostPort(where); err == nil && net.ParseIP(host).IsUnspecified() {
		where = "port " + port + " of this machine"
	}
	log.Say(fmt.Sprintf("seed %d; %s", o.seed, waiting.Players(where).Line()))
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	go h.Commands(foreground.Input(ctx, stdin), log.Say, func() { end(errHostEnd) })
	result, err := h.Serve(ctx)
	switch {
	case errors.Is(context.Cause(ctx), errHostEnd):
		return nil
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	case err != nil:
		return err
	}
	for _, line := range result.Lines() {
		fmt.Fprintln(stdout, line)
	}
	return nil
}
