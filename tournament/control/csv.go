package control

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/store"
)

// WriteCSV writes everything about an event as CSV files into a new folder, and returns their names: those of
// store.CSVFiles and, for each stage, the standings and the cross table.
func WriteCSV(ctx context.Context, o *engine.Offline, dir string) (files []string, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	add := func(name string, write func(w io.Writer) error) {
		if err == nil {
			files = append(files, name+".csv")
			err = writeFile(filepath.Join(dir, name+".csv"), write)
		}
	}
	for stage := range o.Schedule.Stage() + 1 {
		number := ""
		if o.Schedule.Stages() > 1 {
			number = "-" + strconv.Itoa(stage)
		}
		standings, pairs := o.Schedule.Tally(stage, false).Tables(tournament.StandingsOptions{Stage: stage})
		add("standings"+number, func(w io.Writer) error { return store.StandingsCSV(w, standings) })
		add("cross-table"+number, func(w io.Writer) error { return store.CrossTableCSV(w, pairs) })
	}
	for _, name := range store.CSVFiles() {
		add(name, func(w io.Writer) error { return o.Store.WriteCSV(ctx, w, name) })
	}
	return files, err
}

func writeFile(path string, write func(w io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
