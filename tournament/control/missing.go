package control

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament/event"
)

// missing returns the error about a path that names neither an event nor a store: it says what a path can name, and
// which there are here.
func missing(path string, err error) error {
	const shown = 5
	text := ": expected an event file, its folder, or the folder of its store"
	if here := eventsHere(); len(here) > 0 {
		text += "; here there is " + english.List(len(here), shown, func(i int) string { return plain.Line(here[i]) })
	} else {
		text += "; 'blastyard tournament init' makes an event"
	}
	return fmt.Errorf("%s: %w%s", plain.Line(path), errors.Unwrap(err), text)
}

// eventsHere are the folders in the working folder that have an event file, and the stores without one beside them.
func eventsHere() (list []string) {
	if _, err := os.Stat(event.FileName); err == nil {
		list = append(list, event.FileName)
	}
	folders, _ := filepath.Glob(filepath.Join("*", event.FileName)) // the pattern is well formed
	for _, file := range folders {
		list = append(list, filepath.Dir(file))
	}
	stores, _ := filepath.Glob("*.store")
	for _, dir := range stores {
		if !(dir == "event.store" && len(list) > 0) {
			list = append(list, dir)
		}
	}
	return list
}
