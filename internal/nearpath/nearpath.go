// Package nearpath finds the file that somebody meant who has written another path.
package nearpath

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"blastyard/internal/nearest"
	"blastyard/internal/shellquote"
)

// Missing reports whether nothing has a path. A path that no system takes, such as one that is too long, has nothing.
func Missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// Hint is what follows the error that there is no file with a name: "; did you mean PATH?", or what to do; "" if
// nothing is known. It is for the terminal of whoever wrote the name.
func Hint(name string) string {
	if path := Path(name); path != "" {
		return "; did you mean " + shellquote.Quote(path) + "?"
	}
	lower := strings.ToLower(strings.TrimSpace(name))
	_, gone := os.Getwd()
	switch {
	case strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://"):
		return "; it is an address of the web: download the file, and name that"
	case strings.HasPrefix(name, "~"):
		return "; no shell has replaced the ~: write the home folder out"
	case gone != nil && !filepath.IsAbs(name):
		return "; the working folder was removed: change to another one"
	case runtime.GOOS != "windows" && isWindows(name):
		return "; it is a path of Windows: write it as this system does, with /"
	}
	return ""
}

// Path returns the path of a file or folder that is there and was probably meant by a name of which there is none:
// without quotes, blanks and other signs that a shell would have removed, as another system writes paths, in other
// capitals, or with a letter or two wrong; "" for none.
func Path(name string) string {
	forms := []string{name}
	for _, change := range changes {
		if last := forms[len(forms)-1]; change(last) != last {
			forms = append(forms, change(last))
		}
	}
	for _, form := range forms {
		if form != "" && form != name && !Missing(form) {
			return form
		}
	}
	for _, form := range forms {
		if path := inOtherCase(form); path != "" && path != name {
			return path
		}
	}
	return misspelt(forms[len(forms)-1])
}

// changes make of a name, one after the other, what may have been meant.
var changes = []func(string) string{
	strings.TrimSpace, withoutQuotes, withoutScheme, unescaped, withoutBackslashes, withSlashes, atHome, onDrive,
}

// quotes are pairs of quotes as people and their programs write them.
var quotes = []string{`""`, `''`, "“”", "„“", "‘’", "‚‘", "«»", "``", "””"}

func withoutQuotes(name string) string {
	for _, pair := range quotes {
		first, last := []rune(pair)[0], []rune(pair)[1]
		if rest, is := strings.CutPrefix(name, string(first)); is {
			if rest, is = strings.CutSuffix(rest, string(last)); is {
				return rest
			}
		}
	}
	return name
}

// withoutScheme removes file:// of an address, and the slash before a drive.
func withoutScheme(name string) string {
	rest, is := strings.CutPrefix(name, "file://")
	if !is {
		return name
	}
	rest = strings.TrimPrefix(rest, "localhost")
	if runtime.GOOS == "windows" {
		rest = strings.TrimPrefix(rest, "/")
	}
	return rest
}

// unescaped replaces %20 and the like by their bytes.
func unescaped(name string) string {
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '%' && i+2 < len(name) {
			if b, err := strconv.ParseUint(name[i+1:i+3], 16, 8); err == nil {
				out.WriteByte(byte(b))
				i += 2
				continue
			}
		}
		out.WriteByte(name[i])
	}
	return out.String()
}

// withoutBackslashes removes those before signs, with which a shell takes a sign as it is.
func withoutBackslashes(name string) string {
	for _, sign := range ` ()[]{}'"&;!$#*?` {
		name = strings.ReplaceAll(name, `\`+string(sign), string(sign))
	}
	return name
}

func withSlashes(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// atHome replaces what a shell replaces by the home folder.
func atHome(name string) string {
	for _, sign := range []string{"~", "$HOME", "${HOME}", "%USERPROFILE%"} {
		rest, is := strings.CutPrefix(name, sign)
		if home, err := os.UserHomeDir(); is && err == nil && (rest == "" || rest[0] == '/') {
			return home + rest
		}
	}
	return name
}

// isWindows reports whether a path has a drive or a server of Windows, or its backslashes.
func isWindows(name string) bool { return drive(name) != "" || strings.Contains(name, `\`) }

// drive is the letter of a path's drive, in lower case, or "".
func drive(name string) string {
	if len(name) < 3 || name[1] != ':' || name[2] != '/' && name[2] != '\\' {
		return ""
	}
	letter := strings.ToLower(name[:1])
	if letter < "a" || letter > "z" {
		return ""
	}
	return letter
}

// onDrive is where Linux within Windows shows a path with a drive.
func onDrive(name string) string {
	if letter := drive(name); letter != "" && runtime.GOOS != "windows" {
		return "/mnt/" + letter + name[2:]
	}
	return name
}

// most is how many files of a folder are compared with a name.
const most = 5000

// entries are the names of the files in a folder.
func entries(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	list, _ := f.Readdirnames(most) // what was read so far
	_ = f.Close()                   // it was only read
	return list
}

// folded is a name without capitals, and in one form of its accents.
func folded(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// inOtherCase returns the path that differs from a path only by capitals or the form of accents, or "".
func inOtherCase(path string) string {
	if path == "" || !Missing(path) {
		return path
	}
	clean := filepath.Clean(path)
	dir, base := filepath.Split(clean)
	if base == "" || base == "." || base == ".." {
		return ""
	}
	dir = filepath.Clean(dir)
	if dir != "." || strings.HasPrefix(clean, ".") {
		if dir = inOtherCase(dir); dir == "" {
			return ""
		}
	}
	for _, name := range entries(dir) {
		if folded(name) == folded(base) {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// misspelt returns the file in the same folder whose name differs by a letter or two, or "".
func misspelt(path string) string {
	dir, base := filepath.Split(filepath.Clean(path))
	var names []string
	for _, name := range entries(filepath.Clean(dir)) {
		if !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	const few = 2 // letters, with which all names are alike
	if near := nearest.Word(base, names); near != "" && len(strings.TrimSuffix(base, filepath.Ext(base))) > few {
		return filepath.Join(dir, near)
	}
	return ""
}
