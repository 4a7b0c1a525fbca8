package archive

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"blastyard/internal/text"
)

// ignored are files and folders that tools leave in the folder of a bot. They are neither packed nor unpacked. Files
// that a bot needs to run, such as node_modules, are not among them: its build has no network. A virtual environment of
// Python is among them, because it works only in the place where it was made; with another name it is known by its
// environmentFile. The list is a part of the format: with another one, the same folder may have another hash.
var ignored = []string{
	".git", ".hg", ".svn", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", "__pycache__", ".venv", "venv", ".idea",
	".vscode", ".gradle", ".mypy_cache", ".pytest_cache",
}

// environmentFile is in the folder of each virtual environment of Python.
const environmentFile = "pyvenv.cfg"

// leftovers begin the names of what macOS and Emacs put beside the files of others: their attributes, and links that
// say who edits them.
var leftovers = []string{"._", ".#"}

// isIgnored reports whether a file, or a folder above it, is ignored in every folder.
func isIgnored(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		begins := func(start string) bool { return strings.HasPrefix(part, start) }
		if slices.Contains(ignored, part) || slices.ContainsFunc(leftovers, begins) {
			return true
		}
	}
	return false
}

// IgnoreFile is the name of a file in the folder of a bot that lists what else is not packed, as .gitignore does: one
// pattern a line, with *, ?, [a-z], ** for any folders, / at the start or within for a path from the top, / at the end
// for folders only, ! for exceptions, and # for remarks. The last pattern that matches counts. What is in a folder that
// is left out stays out.
const IgnoreFile = ".blastyardignore"

// maxIgnoreFile limits the size of an IgnoreFile, in bytes.
const maxIgnoreFile = 64 << 10

// pattern is a line of an IgnoreFile.
type pattern struct {
	parts   []string // of the path, each for path.Match, or "**" for any number of folders
	folders bool     // it is for folders only
	keep    bool     // it is an exception
}

// readIgnoreFile reads the patterns of a folder.
func readIgnoreFile(root *os.Root) (list []pattern, err error) {
	st, err := root.Lstat(IgnoreFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, packError(err)
	case !st.Mode().IsRegular() || st.Size() > maxIgnoreFile:
		return nil, refuse(IgnoreFile, "it is no plain file of at most %s", size(maxIgnoreFile))
	}
	content, err := root.ReadFile(IgnoreFile)
	if err != nil {
		return nil, packError(err)
	}
	for n, line := range strings.Split(string(text.Decode(content)), "\n") {
		p, ok, err := parsePattern(line)
		if err != nil {
			return nil, refuse(IgnoreFile, "line %d: %q is no pattern", n+1, shortened(line))
		}
		if ok {
			list = append(list, p)
		}
	}
	return list, nil
}

// parsePattern parses a line; ok: it is a pattern.
func parsePattern(line string) (p pattern, ok bool, err error) {
	line = strings.TrimRight(line, " \t\r")
	if line == "" || line[0] == '#' {
		return p, false, nil
	}
	if line, p.keep = strings.CutPrefix(line, "!"); !p.keep {
		line = strings.TrimPrefix(line, `\`) // in front of a # or ! that is meant
	}
	line, p.folders = strings.CutSuffix(line, "/")
	line, fromTop := strings.CutPrefix(line, "/")
	p.parts = strings.Split(line, "/")
	if !fromTop && len(p.parts) == 1 {
		p.parts = []string{"**", line}
	}
	for _, part := range p.parts {
		if _, err := path.Match(part, ""); err != nil || part == "" {
			return p, false, path.ErrBadPattern
		}
	}
	return p, true, nil
}

// matches reports whether the pattern is for a file or folder with this path.
func (p *pattern) matches(name string, folder bool) bool {
	return (folder || !p.folders) && matchParts(p.parts, strings.Split(name, "/"))
}

// matchParts matches the parts of a path. It tries the last ** for ever more folders, and no earlier one again: what
// these could take, the last one can as well. So the time does not grow with the number of **.
func matchParts(pattern, name []string) bool {
	at, again := 0, -1 // in pattern; behind the last **
	from := 0          // where in name the part behind the last ** begins
	for i := 0; i < len(name); {
		switch {
		case at < len(pattern) && pattern[at] == "**" && at+1 == len(pattern): // all that is inside
			return true
		case at < len(pattern) && pattern[at] == "**":
			at++
			again, from = at, i
		case at < len(pattern) && matchPart(pattern[at], name[i]):
			at++
			i++
		case again >= 0:
			from++
			at, i = again, from
		default:
			return false
		}
	}
	return at == len(pattern)
}

func matchPart(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// leavesOut reports whether patterns leave out a file or folder. Folders above it are not left out.
func leavesOut(list []pattern, name string, folder bool) (out bool) {
	for i := range list {
		if list[i].matches(name, folder) {
			out = !list[i].keep
		}
	}
	return out
}
