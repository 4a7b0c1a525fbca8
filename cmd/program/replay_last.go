//go:build !js

package program

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blastyard/internal/english"
	"blastyard/internal/nearest"
	"blastyard/internal/nearpath"
	"blastyard/internal/plain"
	"blastyard/internal/shellquote"
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

// openReplay is replay.Open with an error for people if there is no such file.
func openReplay(file string) (*replay.Replay, error) {
	if err := missingReplay(file); err != nil {
		return nil, err
	}
	return replay.Open(file)
}

// missingReplay returns an error if there is no file or folder with a replay's name: what was looked for, what may have
// been meant, and what a replay is.
func missingReplay(name string) error {
	if _, err := os.Stat(name); name == "" || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	why := "there is no file " + strconv.Quote(name)
	if near := meantReplay(name); near != "" {
		return fmt.Errorf("%s; did you mean %s?", why, shellquote.Quote(near))
	}
	if hint := nearpath.Hint(name); hint != "" {
		return errors.New(why + hint)
	}
	why += ": a replay is a file *" + replay.Ending +
		", or the folder of a match as the older engine writes it, or a zip of it"
	if newest := newestReplay(); newest != "" {
		return fmt.Errorf("%s; the newest one here is %s (or the word %s)", why, shellquote.Quote(newest), lastReplay)
	}
	return fmt.Errorf("%s; there is none in the folder %s here", why, replayDir)
}

// meantReplay returns the file that was probably meant by a name without a file: the same without its ending, or in the
// folder of replays, or with a letter or two wrong; "" for none.
func meantReplay(name string) string {
	for _, path := range []string{name + replay.Ending, filepath.Join(replayDir, name),
		filepath.Join(replayDir, name+replay.Ending)} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	word := strings.TrimSuffix(filepath.Base(name), replay.Ending)
	for _, dir := range []string{filepath.Dir(name), replayDir} {
		list, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		var words []string
		for _, f := range list {
			if w, is := strings.CutSuffix(f.Name(), replay.Ending); is {
				words = append(words, w)
			}
		}
		if near := nearest.Word(word, words); near != "" {
			return filepath.Join(dir, near+replay.Ending)
		}
	}
	return ""
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
