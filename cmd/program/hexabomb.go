//go:build !js

package program

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/errortext"
	"blastyard/originals/hexabomb/logic"
	"blastyard/originals/netorcai/options"
	"blastyard/protocol/netorcai"
)

func init() {
	originals["hexabomb"] = newHexabombCommand
	standIns = append(standIns, newHexabombCommand)
	ladders["hexabomb"] = `random, lost, drowsy, sloppy, greedy, prowler, stalker, hunter,
plotter, expert`
}

// exitHexabombUsage is the original's exit code for wrong usage.
const exitHexabombUsage = 255

// newHexabombCommand returns the game logic with the original's options, texts and exit codes. Unlike in other
// commands, wrong usage exits with 255, and errors go to standard output.
func newHexabombCommand() *cobra.Command {
	var host, port, rules string
	cmd := &cobra.Command{
		Use:   "hexabomb MAP",
		Short: "Run the hexabomb game logic for a netorcai server",
		Long: `Connect to a netorcai server as its game logic and play hexabomb on a map: a map file, or the name of a
built-in map. Sudden death is played when the server has a special player. With --rules 2018 the older rules are
played, over netorcai 2 all the same.`,
		Example: `  blastyard netorcai --nb-players-max 2 &
  blastyard hexabomb map.json -p 4242`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case cmd.ArgsLenAtDash() >= 0:
				return hexabombUsage(cmd, errors.New("the argument -- is not known"))
			case len(args) != 1:
				return hexabombUsage(cmd, fmt.Errorf("expected one argument, the map, but there are %d", len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return hexabombFailed(cmd.OutOrStdout(), runHexabomb(cmd, args[0], host, port, rules))
		},
	}
	options.String(cmd.Flags(), &host, "hostname", "h", "127.0.0.1", "the server's host")
	options.String(cmd.Flags(), &port, "port", "p", strconv.Itoa(netorcai.DefaultPort), "the server's port, 1 to 65535")
	command.RulesFlag(cmd.Flags(), games.Hexabomb(), &rules)
	cmd.Flags().Bool("help", false, "this text") // without -h, which is the host
	cmd.Flags().SetNormalizeFunc(options.UniquePrefix)
	cmd.SetFlagErrorFunc(hexabombUsage)
	return cmd
}

// hexabombUsage prints an error of the command line and the usage to standard output.
func hexabombUsage(cmd *cobra.Command, err error) error {
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n%s", errortext.Line(err), cmd.UsageString())
	return command.Exit{Code: exitHexabombUsage}
}

// hexabombFailed prints why the game logic ends to standard output, after the open line of the step that failed.
func hexabombFailed(out io.Writer, err error) error {
	if err == nil {
		return nil
	}
	fmt.Fprintln(out, errortext.Line(err))
	return command.Exit{Code: command.Failure}
}

func runHexabomb(cmd *cobra.Command, mapName, host, port, rules string) error {
	number, err := strconv.ParseUint(port, 10, 16) // unlike Atoi it accepts no sign
	if err != nil || number == 0 {
		return fmt.Errorf("--port is %q, expected 1 to 65535", port)
	}
	if _, err := games.Hexabomb().ByVersion(rules); err != nil {
		return fmt.Errorf("--rules: %w", err)
	}
	return logic.Run(cmd.Context(), logic.Config{Map: mapName, Rules: rules, Host: host, Port: int(number),
		Out: cmd.OutOrStdout(), Log: cmd.ErrOrStderr()})
}
