package control

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/internal/plain"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/web"
)

// Export says how to export an event.
type Export struct {
	CSV     bool // files for a spreadsheet; otherwise pages
	Replays int  // number of newest replays that get a page; 0: the default; -1: none
}

// read opens the store for reading: for pages, as spectators may see it.
func (x *Export) read(ctx context.Context, path string) (*engine.Offline, error) {
	if x.CSV {
		return Read(ctx, path)
	}
	dir, err := StoreOf(path)
	if err != nil {
		return nil, err
	}
	o, err := engine.ReadPublic(ctx, dir)
	return o, nothingPlayed(dir, err)
}

// Write exports the event of a path into a folder, which must be new or empty. The event may be played meanwhile.
func (x *Export) Write(ctx context.Context, path, dir string, out, notes io.Writer) (err error) {
	o, err := x.read(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	if x.CSV {
		files, err := WriteCSV(ctx, o, dir)
		if err == nil {
			fmt.Fprintf(out, "%s: %s\n", plain.Line(dir), english.List(len(files), len(files),
				func(i int) string { return files[i] }))
		}
		return err
	}
	src := site.OfOffline(o)
	defer src.Close()
	err = web.ExportHTML(ctx, src, site.About(o.Event, ""), dir, web.ExportOptions{Replays: x.Replays,
		Skipped: func(hash string, why error) {
			fmt.Fprintf(notes, "replay %.12s is left out: %s\n", hash, errortext.Line(why))
		}})
	if err == nil && o.Clocks.Hidden() {
		fmt.Fprintln(notes, "the standings are hidden: the pages show the event as it was when that began")
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s: open index.html\n", plain.Line(dir))
	}
	return err
}
