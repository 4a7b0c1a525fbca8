package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"blastyard/internal/plain"
	"blastyard/netorcai"
	"blastyard/viewer/catalog"
	"blastyard/viewer/serve"
)

// watchOptions is the command line of watch.
type watchOptions struct {
	netorcai  string
	listen    string
	noBrowser bool
	projector bool
}

func newWatchCommand() *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [FILE|DIR|--netorcai HOST:PORT]",
		Short: "Show replays, or the game of a netorcai server, in the browser",
		Long: `Show matches on a page in the browser: a replay, the folder of an old Bomberman match (Replays/SEED), or all of these that
are in a folder; or, with --netorcai, the game of any netorcai server, as a visualization that it lets in. The page stays
until Ctrl-C. Without arguments the folder ` + replayDir + ` is shown.`,
		Example: `  blastyard watch
  blastyard watch replays/hexabomb-20261121-101500-7.blast
  blastyard watch Replays/12345
  blastyard watch --netorcai localhost:4242
  blastyard watch --netorcai localhost:4242 --listen 0.0.0.0:8080 --projector`,
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
			note := func(format string, args ...any) {
				fmt.Fprintln(cmd.ErrOrStderr(), plain.Line(fmt.Sprintf(format, args...)))
			}
			if o.netorcai != "" {
				return o.server(cmd.Context(), note)
			}
			path := replayDir
			if len(args) == 1 {
				path = args[0]
			} else if _, err := os.Stat(path); err != nil {
				return fmt.Errorf("there is no folder %s here: play a match first, or name a replay or a folder", replayDir)
			}
			return o.files(cmd.Context(), path, note)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.netorcai, "netorcai", "", "the netorcai server to watch, HOST:PORT or HOST")
	f.StringVar(&o.listen, "listen", serve.DefaultListen, "the address to serve the page on, HOST:PORT; port 0 is any free one")
	f.BoolVar(&o.noBrowser, "no-browser", false, "do not open the page in a browser")
	f.BoolVar(&o.projector, "projector", false, "the page opens for a projector: large, without controls, following what is played")
	return cmd
}

// A replay is to take little memory beyond what it needs: the collector runs early, and more often above a limit, to which comes
// what the open replays hold (see runtime/debug).
const (
	watchGC     = 30
	watchMemory = 44 << 20
)

// files shows a replay, or all in a folder.
func (o *watchOptions) files(ctx context.Context, path string, note func(string, ...any)) error {
	debug.SetGCPercent(watchGC)
	debug.SetMemoryLimit(watchMemory)
	replays, err := catalog.New(path, catalog.Config{
		Problem: func(text string) { note("%s", plain.Text(text)) },
		Held:    func(bytes int64) { debug.SetMemoryLimit(watchMemory + bytes) },
		Lessons: lessonsForPage,
	})
	if err != nil {
		return err
	}
	defer replays.Close()
	p, err := servePage(o.listen, serve.Config{Catalog: replays, Title: replays.Title(), Projector: o.projector}, note)
	if err != nil {
		return err
	}
	defer p.close()
	o.open(ctx, p)
	p.linger(ctx, note)
	return nil
}

// server shows the game of a netorcai server.
func (o *watchOptions) server(ctx context.Context, note func(string, ...any)) error {
	address := o.netorcai
	if _, _, err := net.SplitHostPort(address); err != nil {
		address = net.JoinHostPort(address, fmt.Sprint(netorcai.DefaultPort))
	}
	live := serve.NewLive(keptMatches)
	p, err := servePage(o.listen, serve.Config{Catalog: live, Title: address, Projector: o.projector}, note)
	if err != nil {
		return err
	}
	p.live = live
	defer p.close()
	o.open(ctx, p)
	if err := watchNetorcai(ctx, address, p, note); err != nil {
		if p.matches.Load() == 0 || ctx.Err() != nil {
			return interrupted(ctx, err)
		}
		note("%v", err)
	}
	p.linger(ctx, note)
	return nil
}

func (o *watchOptions) open(ctx context.Context, p *page) {
	if !o.noBrowser {
		p.openBrowser(ctx)
	}
	p.lasting = true
}
