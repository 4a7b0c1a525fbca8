package competitions

import (
	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/usage"
	"blastyard/internal/website"
	"blastyard/tournament/control"
)

func newServeCommand() *cobra.Command {
	p, o, where, acme := &control.Play{}, control.ServeOptions{}, website.Options{}, acmeFlags{}
	cmd := &cobra.Command{
		Use:   "serve EVENT",
		Short: "Play an event, show it in browsers, and let teams submit bots",
		Long: `Play the matches of an event as 'blastyard tournament run' does, with pages of its standings, matches
and replays, a page for a projector, and pages where teams submit their bots. It goes on until Ctrl-C or SIGTERM.
Running matches then end or are returned, and the same command later goes on where it stopped.

Invite each team with 'blastyard tournament invite'. Their bots are built, checked and played in the sandbox. If
this system cannot separate bots, submissions are refused unless you use --unsafe.`,
		Example: `  blastyard tournament serve cup
  blastyard tournament serve cup --listen 0.0.0.0:443 --tls-cert cert.pem --tls-key key.pem --host contest.example
  blastyard tournament serve cup --listen 0.0.0.0:443 --acme contest.example
  blastyard tournament serve cup --website https://example.org/cup/ --trusted-proxy 127.0.0.1
  blastyard tournament serve cup --workers 0.0.0.0:4222 --log serve.log`,
		Args: command.OneArg("the event file, or its folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := takeEvent(cmd, p, args[0]); err != nil {
				return err
			}
			if (o.TLS.Cert == "") != (o.TLS.Key == "") {
				return usage.Errorf("expected both --tls-cert and --tls-key, or none")
			}
			err := acme.apply(&o)
			if err != nil {
				return err
			}
			if o.Website, err = where.Site(); err != nil {
				return usage.Errorf("%w", err)
			}
			return p.Serve(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	eventFlags(f, p)
	f.StringVar(&o.Listen, "listen", "127.0.0.1:8080", "HOST:PORT of the pages; port 0 is a free one")
	f.StringVar(&o.TLS.Cert, "tls-cert", "", "file of the certificate, for HTTPS")
	f.StringVar(&o.TLS.Key, "tls-key", "", "file of its key")
	acme.define(f)
	f.StringSliceVar(&o.Hosts, "host", nil, "a name that the server answers to; may be repeated (default any)")
	where.Define(f)
	f.StringVar(&p.Workers, "workers", "", "HOST:PORT where other machines that play matches come in")
	f.StringVar(&o.LogFile, "log", "", "append requests and submissions to this file, as lines of JSON")
	f.BoolVar(&o.Unsafe, "unsafe", false, "take submissions where bots cannot be kept apart")
	return cmd
}
