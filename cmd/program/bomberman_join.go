//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"blastyard/internal/usage"
	"blastyard/internal/waiting"
	"blastyard/originals/bomberman/netconsole"
)

func newBombermanJoinCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "join [HOST[:PORT]]",
		Short: "Play in a game of 2016-Bomberman that another machine hosts",
		Long: `Join a game of blastyard bomberman host, or of the original's host, and play by hand: every map is
shown, and the next line of standard input is the command for it, exactly one letter:

  w up, a left, s down, d right, z place a bomb, x trigger a bomb, anything else nothing

Standard input may also be a file or a program that writes a line for each round, in advance if you like. After its
end the player does nothing. If you lose the connection, join again with the same name. Without HOST it is this
machine, without PORT ` + strconv.Itoa(netconsole.DefaultPort) + `.`,
		Example: `  blastyard bomberman join --name Ann
  blastyard bomberman join 192.0.2.7 --name Ann
  ./mybot | blastyard bomberman join arena.example:5000 --name mybot`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("expected at most one argument, the host, but there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			host := "localhost"
			if len(args) == 1 {
				host = args[0]
			}
			address, err := netconsole.Address(host)
			if err != nil {
				return usage.Error{Err: err}
			}
			if strings.TrimSpace(name) == "" || strings.Contains(name, "<") {
				return usagef("--name is %q, expected a name without the character <", name)
			}
			return joinGame(cmd.Context(), address, name, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVarP(&name, "name", "n", userName(), "the player's name; no two players have the same")
	return cmd
}

// userName returns the name of the user of this machine, without a Windows domain.
func userName() string {
	u, err := user.Current()
	if err != nil || u.Username == "" {
		return "player"
	}
	return u.Username[strings.LastIndexByte(u.Username, '\\')+1:]
}

func joinGame(ctx context.Context, address, name string, stdin io.Reader, stdout, stderr io.Writer) error {
	answered := waiting.Tell(waiting.Answer(address, "a game (blastyard bomberman host)"), func(line string) {
		fmt.Fprintln(stderr, line)
	})
	client, err := netconsole.Join(ctx, address, name)
	answered()
	switch {
	case err != nil && ctx.Err() != nil:
		return errors.New("interrupted")
	case err != nil:
		return err
	}
	fmt.Fprintf(stderr, "%s is registered at %s; %s\n", name, address, waiting.Begin(address).Line())
	prompt := ""
	if f, ok := stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		prompt = "w a s d z x, then Enter> "
	}
	err = client.Play(ctx, stdin, stdout, prompt)
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	if errors.Is(err, netconsole.ErrLost) {
		return fmt.Errorf("%w (join again as %q to come back)", err, name)
	}
	return err
}
