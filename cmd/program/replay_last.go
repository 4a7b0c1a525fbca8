//go:build !js

package program

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/replay"
)

// lastReplay is the word for the newest replay, wherever a replay is named.
const lastReplay = "last"

// oneReplay allows a single FILE. Without one, the newest replay is meant: see replayNamed.
func oneReplay(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%s, expected the file of one replay, or none for the newest one",
			english.Count(len(args), "argument"))
	}
	return nil
}

// replayNamed returns the file that arguments name, of which there is one at most. "last", or no argument, is the
// newest replay in the folder of replays; notes gets its name then.
func replayNamed(args []string, notes io.Writer) (string, error) {
	name := lastReplay
	if len(args) > 0 {
		name = args[0]
	}
	if name != lastReplay {
		return name, nil
	}
	if _, err := os.Lstat(name); err == nil && len(args) > 0 {
		return name, nil
	}
	file := newestReplay()
	if file == "" {
		return "", fmt.Errorf("there is no replay in the folder %s here: play a match first, or name a file", replayDir)
	}
	fmt.Fprintf(notes, "%s: %s\n", lastReplay, plain.Line(file))
	return file, nil
}

// replaysNamed is like replayNamed for any number of arguments.
func replaysNamed(args []string, notes io.Writer) (files []string, err error) {
	if len(args) == 0 {
		args = []string{lastReplay}
	}
	for _, arg := range args {
		file, err := replayNamed([]string{arg}, notes)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// newestReplay returns the replay that was written last, in the folder of replays or in a folder of it; "" for none.
func newestReplay() (newest string) {
	var at time.Time
	for _, pattern := range []string{"*", filepath.Join("*", "*")} {
		list, _ := filepath.Glob(filepath.Join(replayDir, pattern+replay.Ending)) // the pattern is well formed
		for _, file := range list {
			st, err := os.Stat(file)
			if err != nil || !st.Mode().IsRegular() || strings.HasPrefix(filepath.Base(file), ".") {
				continue
			}
			if newest == "" || st.ModTime().After(at) || st.ModTime().Equal(at) && file > newest {
				newest, at = file, st.ModTime()
			}
		}
	}
	return newest
}
