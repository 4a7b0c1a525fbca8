package competitions

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/plain"
	"blastyard/internal/usage"
	"blastyard/tournament/control"
	"blastyard/tournament/submission"
)

// inviteOptions are the flags of tournament invite.
type inviteOptions struct {
	server string
	token  bool
	revoke bool
	list   bool
}

func newInviteCommand() *cobra.Command {
	var o inviteOptions
	cmd := &cobra.Command{
		Use:   "invite EVENT NAME...",
		Short: "Make a link for each team, with which it can submit its bot",
		Long: `Make an invitation for each team: a link that its team opens once, at the pages of 'blastyard
tournament serve', which may be running. With it the team submits the folder of its bot, as often as it wants. The
first person who opens the link gets it, so send it to the team only. A new invitation ends the one before. Members
who have joined stay.

EVENT is an event.toml, its folder, or the folder of its store.`,
		Example: `  blastyard tournament invite cup ann "team 7" --server https://contest.example
  blastyard tournament invite cup ann --token
  blastyard tournament invite cup ann --revoke
  blastyard tournament invite cup --list`,
		Args: func(_ *cobra.Command, args []string) error {
			switch n := len(args); {
			case n == 0:
				return usage.Errorf("0 arguments, expected the event and the names of teams")
			case n == 1 && !o.list:
				return usage.Errorf("no team is named, expected one or more (or --list)")
			case n > 1 && o.list:
				return usage.Errorf("unexpected argument %q", args[1])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0], args[1:]) },
	}
	f := cmd.Flags()
	f.StringVar(&o.server, "server", "http://127.0.0.1:8080", "where teams reach the pages of the event")
	f.BoolVar(&o.token, "token", false, "print a token for 'blastyard tournament submit' in place of a link")
	f.BoolVar(&o.revoke, "revoke", false, "end the invitations and tokens of these teams; their bots play no more")
	f.BoolVar(&o.list, "list", false, "list the teams")
	cmd.MarkFlagsMutuallyExclusive("token", "revoke", "list")
	return cmd
}

func (o *inviteOptions) run(cmd *cobra.Command, path string, names []string) error {
	out := cmd.OutOrStdout()
	dir, err := control.StoreOf(path)
	if err != nil {
		return err
	}
	teams, err := submission.OpenTeams(control.Submissions(dir))
	if err != nil {
		return err
	}
	if o.list {
		return listTeams(out, teams)
	}
	if err := teams.Check(names...); err != nil {
		return err // before anything is made
	}
	if o.revoke {
		if err := teams.Known(names...); err != nil {
			return err
		}
	}
	for _, name := range names {
		line := "revoked"
		switch {
		case o.revoke:
			if err = teams.Revoke(name); err == nil {
				g := &control.Organiser{Path: path, By: "organiser", Out: io.Discard, Notes: cmd.ErrOrStderr()}
				err = g.Revoked(cmd.Context(), name)
			}
		case o.token:
			line, err = teams.Token(name)
		default:
			line, err = teams.Invite(name)
			line = strings.TrimSuffix(o.server, "/") + submission.JoinPath + line
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s  %s\n", plain.Text(name), line)
	}
	return nil
}

func listTeams(out io.Writer, teams *submission.Teams) error {
	list, err := teams.List()
	for _, t := range list {
		state := fmt.Sprintf("has %d tokens", t.Tokens)
		switch {
		case t.Revoked:
			state = "revoked"
		case t.Tokens == 0:
			state = "invited, has not joined"
		}
		fmt.Fprintf(out, "%s  %s\n", plain.Text(t.Name), state)
	}
	return err
}

// tokenVariable is the environment variable that may contain a team's token.
const tokenVariable = "BLASTYARD_TOKEN"

func newSubmitCommand() *cobra.Command {
	c := &submission.Client{}
	cmd := &cobra.Command{
		Use:   "submit FOLDER",
		Short: "Submit a bot to the server of an event",
		Long: `Submit the folder of a bot, or its archive, to the server of an event (blastyard tournament serve).
It is built and checked there; the report is printed when that is done. A bot that passes plays from the next match
of its team on. The exit code is 1 if it does not pass.

The organiser gives the token to the team. An invitation works as well: it is exchanged once for a token, which is
printed. Instead of --token, the variable ` + tokenVariable + ` may hold it, so that it is in no list of processes.`,
		Example: `  blastyard tournament submit --server https://contest.example --token TOKEN mybot`,
		Args:    command.OneArg("the folder of the bot"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if c.Token == "" {
				c.Token = os.Getenv(tokenVariable)
				if err := checkToken(c.Token); err != nil {
					return err
				}
			}
			switch {
			case c.Server == "":
				return usage.Errorf("--server is missing: the address of the event's pages")
			case c.Token == "":
				return usage.Errorf("--token is missing: what the organiser gave the team (or %s)", tokenVariable)
			}
			return submit(cmd, c, args[0])
		},
	}
	cmd.Flags().StringVar(&c.Server, "server", "", "the address of the event's pages")
	cmd.Flags().StringVar(&c.Token, "token", "", "the team's token, or its invitation")
	return cmd
}

// checkToken checks what the variable holds. The error does not show it: it may be in a log that others read.
func checkToken(token string) error {
	if at := strings.IndexFunc(strings.TrimSpace(token), func(r rune) bool { return r <= ' ' || r > '~' }); at >= 0 {
		return usage.Errorf("the variable %s is no token: it has a blank, a line end or another letter in it, "+
			"expected one word as the organiser gave it", tokenVariable)
	}
	return nil
}

func submit(cmd *cobra.Command, c *submission.Client, folder string) error {
	notes := cmd.ErrOrStderr()
	c.Note = func(line string) { fmt.Fprintln(notes, plain.Line(line)) }
	if submission.IsInvitation(c.Token) {
		team, token, err := c.Join(cmd.Context(), c.Token)
		if err != nil {
			return err
		}
		c.Token = token
		fmt.Fprintf(notes, "welcome, %s; your token from now on is %s\n", team, token)
	}
	last := ""
	c.Waits = func(r *submission.Report) {
		line := plain.Line(r.Why)
		if r.Place != nil {
			line = plain.Line(r.Place.Text)
		}
		if line != "" && line != last {
			fmt.Fprintf(notes, "%s: %s\n", plain.Line(string(r.State)), line)
		}
		last = line
	}
	c.Sent = func(r *submission.Report) {
		fmt.Fprintf(notes, "submitted as %s\n", plain.Line(r.ID))
		c.Waits(r)
	}
	r, err := c.Upload(cmd.Context(), folder)
	if err != nil {
		return err
	}
	if err := r.Write(cmd.OutOrStdout()); err != nil {
		return err
	}
	if r.State != submission.Accepted {
		return command.Exit{Code: command.Failure}
	}
	return nil
}
