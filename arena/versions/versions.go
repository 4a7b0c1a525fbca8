// Package versions finds versions of bots: a bot of today, or that of a folder in a revision of git.
package versions

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/entrant/build"
	"blastyard/internal/names"
)

// Version is a bot that was found and built.
type Version struct {
	Seat    arena.Seat
	Name    string   // of the bot; it may be that of other versions too
	Label   string   // tells it from other versions of the same bot, such as "@HEAD~3"; "": it is that of today
	Missing []string // what the files of a revision do not have, in a few words each
	Note    string   // what may surprise about how it was found, or ""
}

// Finder finds versions. Its zero value is ready. Close removes what it has extracted.
type Finder struct {
	temp  string
	count int
}

// Close removes the folders of revisions.
func (f *Finder) Close() error {
	if f.temp == "" {
		return nil
	}
	return os.RemoveAll(f.temp)
}

// Find returns the bot that a text names: as entrant.Parse takes it, or a folder, "@" and a revision of git. A folder
// whose own name is this text wins. It builds the bot if it is a folder, and writes to tools what the tools print.
func (f *Finder) Find(ctx context.Context, spec string, o entrant.Options, tools io.Writer) (Version, error) {
	name, bot, err := entrant.CutName(spec)
	if err != nil {
		return Version{}, err
	}
	v, from := Version{}, bot
	folder, revision, is := cutRevision(bot)
	stdio := ""
	if strings.HasPrefix(bot, entrant.StdioPrefix) {
		stdio = entrant.StdioPrefix
	}
	if is {
		if isFolder(strings.TrimPrefix(bot, stdio)) {
			v.Note = fmt.Sprintf("%s is a folder; it is meant, and not a revision of %s", bot, folder)
		} else {
			into, missing, err := f.extract(ctx, folder, revision)
			if err != nil {
				return Version{}, fmt.Errorf("%s: %w", bot, err)
			}
			from, v.Label, v.Missing = stdio+into, "@"+revision, missing
		}
	}
	err = v.take(ctx, name, from, o, tools)
	if err != nil && from != bot {
		err = fmt.Errorf("%s, in the folder of that revision: %w", bot, err)
	}
	if at := strings.LastIndexByte(bot, '@'); err != nil && !is && at > 0 && !isFolder(bot) {
		err = fmt.Errorf("%w; before the @ of a revision stands a folder that is there, and there is no folder %s", err,
			strings.TrimPrefix(bot[:at], entrant.StdioPrefix))
	}
	return v, err
}

// take reads the bot that a text names, gives it a name, and builds it if it is a folder. What its command starts may
// be there only then.
func (v *Version) take(ctx context.Context, name, bot string, o entrant.Options, tools io.Writer) error {
	e, err := entrant.Parse(bot, o)
	if err != nil {
		return err
	}
	v.Seat = arena.SeatOf(e)
	v.Name = cmp.Or(name, e.Name, entrant.NameOf(e))
	if name != "" {
		v.Label = ""
	}
	if e.Folder {
		if _, err := build.Run(ctx, &e, v.Called(), tools); err != nil {
			return err
		}
	}
	return entrant.Check(e, o)
}

// Called returns the name of the version, with its label.
func (v *Version) Called() string {
	if v.Label == "" {
		return v.Name
	}
	return names.Cut(v.Name, max(1, names.Most-len(v.Label))) + names.Fit(v.Label)
}

// cutRevision splits FOLDER@REVISION, where the folder is there; stdio: may stand before it. A folder may have "@" in
// its name, and so may a revision: the longest folder wins.
func cutRevision(bot string) (folder, revision string, is bool) {
	bot = strings.TrimPrefix(bot, entrant.StdioPrefix)
	for i := len(bot) - 1; i > 0; i-- {
		if bot[i] == '@' && i+1 < len(bot) && isFolder(bot[:i]) {
			return bot[:i], bot[i+1:], true
		}
	}
	return "", "", false
}

func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// extract writes a revision of a folder into a new folder of the same name.
func (f *Finder) extract(ctx context.Context, folder, revision string) (into string, missing []string, err error) {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return "", nil, err
	}
	if f.temp == "" {
		if f.temp, err = os.MkdirTemp("", "blastyard-versions-"); err != nil {
			return "", nil, err
		}
		if err := os.Chmod(f.temp, 0o755); err != nil { // a bot may run as another user
			return "", nil, err
		}
	}
	f.count++
	into = filepath.Join(f.temp, fmt.Sprint(f.count), filepath.Base(abs))
	if err := os.MkdirAll(into, 0o755); err != nil {
		return "", nil, err
	}
	missing, err = extract(ctx, abs, revision, into)
	return into, missing, err
}

// Tell gives each version a name of its own: its name and label, then the folders above it, then a number.
func Tell(list []Version) {
	called := make([]string, len(list))
	for i := range list {
		called[i] = list[i].Called()
	}
	for above := 1; above <= 3; above++ {
		before := slices.Clone(called)
		for i := range list {
			if isFolder(list[i].Seat.Bot) && list[i].Label == "" && repeated(before, i) {
				called[i] = withFolders(list[i].Seat.Bot, above, called[i])
			}
		}
	}
	taken := map[string]bool{}
	for i := range list {
		list[i].Seat.Name = entrant.Free(called[i], taken)
		taken[list[i].Seat.Name] = true
	}
}

func repeated(list []string, i int) bool {
	for k := range list {
		if k != i && names.Same(list[k], list[i]) {
			return true
		}
	}
	return false
}

// withFolders returns the name of a folder with so many folders above it, or the name otherwise.
func withFolders(folder string, above int, otherwise string) string {
	abs, err := filepath.Abs(folder)
	if err != nil {
		return otherwise
	}
	text, dir := filepath.Base(abs), filepath.Dir(abs)
	for range above {
		if dir == filepath.Dir(dir) {
			break
		}
		text, dir = filepath.Base(dir)+"/"+text, filepath.Dir(dir)
	}
	return cmp.Or(names.Fit(text), otherwise)
}
