package competitions

import (
	"log/slog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blastyard/arena/options"
	"blastyard/cmd/internal/command"
	"blastyard/internal/errortext"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
	"blastyard/tournament/control"
	"blastyard/tournament/engine"
)

// eventFlags are the flags of the commands that play an event.
func eventFlags(f *pflag.FlagSet, p *control.Play) {
	f.StringVar(&p.Store, "store", "", "the folder that keeps all results (default beside the event file)")
	f.IntVarP(&p.Jobs, "jobs", "j", 0, "matches at a time in this process (default by its processors; -1: none)")
	clusterFlags(f, &p.NATS, "addresses of a cluster of NATS servers, or @FILE with them "+
		"(default: one in this process; docs/cluster.md)")
	f.StringVar(&p.NATS.Worker, "nats-worker", "", "USER:PASSWORD of workers at that cluster, or @FILE with it")
	f.Var((*options.SecretFlag)(&p.Secret), "secret", "of a new store, to repeat an event (default: drawn; see the "+
		"manual, \"Secrets\")")
	f.BoolVar(&p.Rebuild, "rebuild", false, "make the database of the store again from its log")
	f.BoolVar(&p.Accept, "accept", false, "go on where the log of the store has lost records (docs/backup.md)")
	f.BoolVarP(&p.Quiet, "quiet", "q", false, "do not tell how it goes")
}

// takeEvent reads the arguments.
func takeEvent(cmd *cobra.Command, p *control.Play, path string) error {
	p.Path, p.Out, p.Notes = path, cmd.OutOrStdout(), cmd.ErrOrStderr()
	if p.Jobs < -1 {
		return usage.Errorf("--jobs is %d, expected 1 or more, 0 for the default, or -1 for none", p.Jobs)
	}
	return nil
}

func newEventRunCommand() *cobra.Command {
	p := &control.Play{}
	cmd := &cobra.Command{
		Use:   "run EVENT",
		Short: "Play an event, and print its standings",
		Long: `Play the matches of an event, until its format or its stop rules say that it has ended. EVENT is an
event.toml, or its folder. Each result is on the disk before it counts. After Ctrl-C or a power cut the same command
goes on where it stopped. The store with all results and replays is beside the event file, such as cup/event.store
for cup/event.toml. --store names another folder.

With --workers, other machines play matches, too: see 'blastyard tournament work'. The standings are printed at the
end; without a terminal, a line is printed each time another tenth of the matches is played.`,
		Example: `  blastyard tournament run cup
  blastyard tournament run cup/event.toml --jobs 4 --json > standings.json
  blastyard tournament run cup --workers 0.0.0.0:4222`,
		Args: command.OneArg("the event file, or its folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := takeEvent(cmd, p, args[0]); err != nil {
				return err
			}
			return p.Run(cmd.Context())
		},
	}
	eventFlags(cmd.Flags(), p)
	cmd.Flags().SetNormalizeFunc(flagerror.Aliases(map[string]string{"listen": "workers"}))
	cmd.Flags().StringVar(&p.Workers, "workers", "", "HOST:PORT where other machines that play matches come in")
	cmd.Flags().BoolVar(&p.JSON, "json", false, "the standings as JSON")
	return cmd
}

func newWorkCommand() *cobra.Command {
	var o engine.WorkOptions
	cmd := &cobra.Command{
		Use:   "work --server ADDRESS --creds FILE",
		Short: "Play matches of an event on this machine for another one",
		Long: `Play matches of an event that another machine runs (blastyard tournament run or serve, with an
address for workers). FILE is the worker.creds of the event's store there: copy it here, and keep it secret. Bots
are fetched, built in the sandbox, and kept for the next time. The command goes on until Ctrl-C. It then returns its
unfinished matches to the event.`,
		Example: `  blastyard tournament work --server 192.168.1.10:4222 --creds worker.creds
  blastyard tournament work --server 192.168.1.10:4222 --creds worker.creds --jobs 8`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.Creds == "":
				return usage.Errorf("--creds is missing: the file worker.creds of the event's store")
			case o.Jobs < 0:
				return usage.Errorf("--jobs is %d, expected 1 or more", o.Jobs)
			}
			o.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{ReplaceAttr: errortext.Attr}))
			err := engine.Work(cmd.Context(), o)
			if cmd.Context().Err() != nil {
				return nil //nolint:nilerr // Ctrl-C is the normal end of a worker
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.Servers, "server", nil, "HOST:PORT of the event; may be repeated (default what the file says)")
	f.StringVar(&o.Creds, "creds", "", "the file worker.creds of the event's store")
	f.StringVar(&o.Dir, "dir", "", "where bots are kept (default in this user's cache)")
	f.StringVarP(&o.Name, "name", "n", "", "of this worker, in the event's pages (default of the machine)")
	f.IntVarP(&o.Jobs, "jobs", "j", 0, "matches at a time (default by the processors)")
	return cmd
}
