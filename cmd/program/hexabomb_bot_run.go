//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/options"
	"blastyard/bots/hexabots"
	"blastyard/bots/remote"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/command/complete"
	"blastyard/internal/usage"
	"blastyard/internal/waiting"
	"blastyard/originals/hexabomb/logic"
	"blastyard/protocol/netorcai"
)

// botRunOptions are the flags of bot run.
type botRunOptions struct {
	name     string // name of the built-in bot
	host     string
	port     int
	nickname string
	role     string
	seed     uint64
}

func newBotRunCommand() *cobra.Command {
	var o botRunOptions
	cmd := &cobra.Command{
		Use:   "run builtin:NAME",
		Short: "Connect a built-in bot to a netorcai server",
		Long: `Connect a built-in bot of hexabomb to a netorcai server, ours or any other, and let it play one game
there: as an opponent for bots that play at a server of their own. The bots:
` + strings.Join(hexabots.Names(), ", ") + `.

The ghost is a special player, the others are ordinary ones unless --role says otherwise. Where --host and --port are
not given, NETORCAI_HOST and NETORCAI_PORT say where the server is.`,
		Example: `  blastyard bot run builtin:hunter
  blastyard bot run builtin:ghost --host contest.example --port 4242 --nickname chaser`,
		Args:              command.OneArg("the bot"),
		ValidArgsFunction: complete.First(complete.OneOf(complete.Builtins(hexabots.Names()...)...)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(cmd, args[0]); err != nil {
				return err
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.host, "host", "localhost", "the server's host")
	f.IntVarP(&o.port, "port", "p", netorcai.DefaultPort, "the server's port, 1 to 65535")
	f.StringVar(&o.nickname, "nickname", "", "what it is called, 1 to 10 characters (default its name)")
	f.StringVar(&o.role, "role", "", `"player" or "special player" (default what the bot can be)`)
	options.SeedFlag(f, &o.seed, "random seed of the bot (default: chosen and printed)")
	_ = cmd.RegisterFlagCompletionFunc("role",
		complete.OneOf(string(netorcai.RolePlayer), string(netorcai.RoleSpecialPlayer)))
	return cmd
}

// complete fills in missing options, and checks the others.
func (o *botRunOptions) complete(cmd *cobra.Command, spec string) error {
	name, err := entrant.NamesBuiltin(spec, hexabots.Names())
	if err != nil {
		return usage.Error{Err: err}
	}
	o.name = name
	changed := cmd.Flags().Changed
	if host := os.Getenv("NETORCAI_HOST"); !changed("host") && host != "" {
		if strings.ContainsAny(host, "/ \t\n") {
			return usage.Variable("NETORCAI_HOST", host, "the name or the address of a machine")
		}
		o.host = host
	}
	if text := os.Getenv("NETORCAI_PORT"); !changed("port") && text != "" {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil || port == 0 {
			return usage.Variable("NETORCAI_PORT", text, "a port from 1 to 65535")
		}
		o.port = int(port)
	}
	if o.port < 1 || o.port > 65535 {
		return usagef("--port is %d, expected 1 to 65535", o.port)
	}
	if !changed("nickname") {
		o.nickname = name
	}
	if !changed("seed") {
		o.seed = rand.Uint64()
	}
	ordinary, special := hexabots.For(name, false), hexabots.For(name, true)
	switch o.role {
	case "":
		o.role = string(netorcai.RolePlayer)
		if !ordinary {
			o.role = string(netorcai.RoleSpecialPlayer)
		}
	case string(netorcai.RolePlayer), string(netorcai.RoleSpecialPlayer):
	default:
		return usagef("--role is %q, expected %q or %q", o.role, netorcai.RolePlayer, netorcai.RoleSpecialPlayer)
	}
	if o.role == string(netorcai.RolePlayer) && !ordinary || o.role == string(netorcai.RoleSpecialPlayer) && !special {
		return usagef("%s cannot be a %s", spec, o.role)
	}
	login := netorcai.Login{Nickname: o.nickname, Role: netorcai.Role(o.role), Version: netorcai.Version}
	if err := login.Validate(); err != nil {
		return usagef("--nickname is %q, expected 1 to 10 characters without white space", o.nickname)
	}
	return nil
}

func (o *botRunOptions) run(cmd *cobra.Command) error {
	note := func(format string, args ...any) { fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...) }
	ctx, address := cmd.Context(), net.JoinHostPort(o.host, strconv.Itoa(o.port))
	client, err := o.login(ctx, address, note)
	if err != nil {
		return command.Interrupted(ctx, err)
	}
	defer client.Close()
	note("%s%s is logged in at %s as %s, a %s, seed %d; %s",
		arena.BuiltinPrefix, o.name, address, o.nickname, o.role, o.seed, waiting.Game(address).Line())
	bot := &seatedBot{Bot: remote.New(o.name, o.seed, note)}
	ends, err := netorcai.Play(ctx, client, bot)
	if err != nil {
		return command.Interrupted(ctx, err)
	}
	winner := logic.Winner(ends.WinnerPlayerID)
	if ends.WinnerPlayerID == bot.player {
		winner += ", which is this bot"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Game is finished; winner: %s\n", winner)
	return nil
}

// login connects to a server and logs in there.
func (o *botRunOptions) login(
	ctx context.Context, address string, note func(string, ...any),
) (*netorcai.Client, error) {
	defer waiting.Tell(waiting.Answer(address, "a netorcai server"), func(line string) { note("%s", line) })()
	client, err := netorcai.Dial(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := client.Login(ctx, o.nickname, netorcai.Role(o.role)); err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return client, nil
}

// seatedBot is a bot that knows its id.
type seatedBot struct {
	*remote.Bot
	player int
}

// Start stores the bot's id.
func (b *seatedBot) Start(m netorcai.GameStarts) error {
	b.player = m.PlayerID
	return b.Bot.Start(m)
}
