//go:build !js

package program

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"

	"github.com/spf13/cobra"

	"blastyard"
	"blastyard/cmd/internal/command"
	"blastyard/docs"
	"blastyard/game/games"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/replay/explain"
	"blastyard/show/branch"
	"blastyard/show/catalog"
	"blastyard/show/follow"
	"blastyard/show/lab/module"
	"blastyard/show/live"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// watchOptions are the flags of watch.
type watchOptions struct {
	netorcai  string
	page      pageOptions
	projector bool
	embed     []string
}

func newWatchCommand() *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [FILE|DIR|--netorcai HOST:PORT]",
		Short: "Show replays, or the game of a netorcai server, in the browser",
		Long: `Show matches on a page in the browser: a replay, the folder of an old match (Replays/SEED) or a zip
of it, or all replays and such folders that are in a folder; or, with --netorcai, the game of any netorcai server,
as a visualization that it lets in. The page stays until Ctrl-C. Without arguments it shows the folder
` + replayDir + `, and with the word last the newest replay in it.`,
		Example: `  blastyard watch
  blastyard watch last
  blastyard watch match.blast
  blastyard watch Replays/12345
  blastyard watch --netorcai localhost:4242
  blastyard watch --netorcai localhost:4242 --listen 0.0.0.0:8080 --projector
  blastyard watch --listen 127.0.0.1:8080 --embed https://school.example`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return usagef("expected one file or folder, but there are %d", len(args))
			case len(args) == 1 && o.netorcai != "":
				return usagef("expected a file or folder, or --netorcai, but there are both")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, origin := range o.embed {
				if err := serve.CheckFrame(origin); err != nil {
					return usagef("--embed %w", err)
				}
			}
			note := command.NotesTo(cmd.ErrOrStderr())
			if o.netorcai != "" {
				return o.server(cmd.Context(), note)
			}
			path := replayDir
			if len(args) == 1 {
				var err error
				if path, err = replayNamed(args, cmd.ErrOrStderr()); err != nil {
					return err
				}
				if err := missingReplay(path); err != nil {
					return err
				}
			} else if _, err := os.Stat(path); err != nil {
				return fmt.Errorf("there is no folder %s here: play a match first, or name a replay or a folder",
					replayDir)
			}
			return o.files(cmd.Context(), path, note)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.netorcai, "netorcai", "", "the netorcai server to watch, HOST:PORT or HOST")
	o.page.define(f)
	f.BoolVar(&o.projector, "projector", false,
		"the page opens for a projector: large, without controls, following what is played")
	f.StringArrayVar(&o.embed, "embed", nil,
		"the origin of pages that may show this page in a frame, such as https://school.example (repeatable)")
	return cmd
}

// Limits of memory. The garbage collector runs early and, above a limit, more often, so that a replay takes little
// memory beyond what it needs. The size of open replays is added to the limit (see runtime/debug).
const (
	watchGC     = 30
	watchMemory = 36 << 20
)

// watchBranches is the number of finished continued matches that are still shown.
const watchBranches = 10

// files shows a replay, or all replays in a folder.
func (o *watchOptions) files(ctx context.Context, path string, note func(string, ...any)) error {
	debug.SetGCPercent(watchGC)
	debug.SetMemoryLimit(watchMemory)
	var sizes [2]atomic.Int64 // bytes of open replays, and of those that were dropped on the page
	held := func(i int) func(int64) {
		return func(bytes int64) {
			sizes[i].Store(bytes)
			debug.SetMemoryLimit(watchMemory + sizes[0].Load() + sizes[1].Load())
		}
	}
	beside := live.NewMatches(watchBranches)
	replays, err := catalog.New(path, catalog.Config{
		Beside:  beside.Catalog(),
		Problem: func(text string) { note("%s", plain.Text(text)) },
		Held:    held(0),
		Explain: explain.ForPage(games.All()),
	})
	if err != nil {
		return err
	}
	defer replays.Close()
	branches := branch.New(branch.Config{Arena: *blastyard.Arena(), Matches: replays, Page: beside, Failed: note,
		Software: software()})
	defer branches.Close()
	drops := catalog.NewDrops(catalog.Config{Held: held(1), Explain: explain.ForPage(games.All())})
	defer drops.Close()
	return o.page.serve(ctx, serve.Config{
		Drops: drops, Frames: o.embed, Catalog: replays, Files: web.Files(), Docs: docs.Files(),
		Lab:   module.ForPage(inNotes(note)),
		Title: replays.Title(), Projector: o.projector,
		Person: branches.Find, Branches: branches, Messages: branches,
	}, note)
}

// server shows the game of a netorcai server.
func (o *watchOptions) server(ctx context.Context, note func(string, ...any)) error {
	site, err := siteOf(&o.page.website)
	if err != nil {
		return err
	}
	drops := catalog.NewDrops(catalog.Config{Explain: explain.ForPage(games.All())})
	defer drops.Close()
	p, err := live.Open(live.Config{Listen: o.page.listen, Title: o.netorcai, Projector: o.projector,
		Failed: pageFailed(note), Note: inNotes(note), Drops: drops, Frames: o.embed, Website: site})
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer p.Close()
	openPage(ctx, p.Page, o.page.noBrowser, note)
	game := follow.Game{Address: o.netorcai, Page: p, Games: games.All(), Note: func(text string) { note("%s", text) }}
	if err := game.Run(ctx); err != nil {
		if p.Begun() == 0 || ctx.Err() != nil {
			return command.Interrupted(ctx, err)
		}
		note("%s", errortext.Line(err))
	}
	stays(ctx, p.Page, note)
	return nil
}
