package names

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"blastyard/internal/plain"
)

// mostFile is how many bytes a name has as a part of the name of a file: systems allow 255 for the whole.
const mostFile = 120

// unfit are signs that names of files do not have everywhere, or that mean something in command lines.
const unfit = `/\:*?"<>|'=`

// Files are some names as parts of names of files on every system, all different also where upper and lower case are
// the same. A name that is fit for it stays as it is; in another one "_" stands for what is not, and a number follows
// where another name has given the same.
func Files(list []string) []string {
	files, taken := make([]string, len(list)), map[string]bool{}
	for _, kept := range []bool{true, false} { // those that stay as they are come first
		for i, name := range list {
			file := File(name)
			if (file == name) != kept {
				continue
			}
			files[i] = file
			for n := 2; taken[folded(normal(files[i]))]; n++ {
				files[i] = file + "-" + strconv.Itoa(n)
			}
			taken[folded(normal(files[i]))] = true
		}
	}
	return files
}

// File is Files for one name alone.
func File(name string) string { return SafeFile(Fit(name)) }

// SafeFile is File for a text that is no name but may be longer, such as what a file was called elsewhere.
func SafeFile(text string) string {
	file := strings.Map(func(r rune) rune {
		if strings.ContainsRune(unfit, r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(normal(plain.Text(text))))
	for len(file) > mostFile {
		file = CutCharacters(file, utf8.RuneCountInString(file)-1)
	}
	if trimmed := strings.TrimRight(file, "."); trimmed != file {
		file = trimmed + strings.Repeat("_", len(file)-len(trimmed))
	}
	if file == "" || IsDevice(file) {
		file = "_" + file
	}
	return file
}

// devices are names that stand for devices on Windows, with any ending.
var devices = []string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// IsDevice reports whether a file of that name would be a device on Windows.
func IsDevice(file string) bool {
	base, _, _ := strings.Cut(strings.ToLower(file), ".")
	base = strings.TrimRight(base, " ")
	if slices.Contains(devices, base) {
		return true
	}
	port, serial := strings.CutPrefix(base, "com")
	if !serial {
		port, serial = strings.CutPrefix(base, "lpt")
	}
	return serial && utf8.RuneCountInString(port) == 1 && strings.ContainsAny(port, "0123456789¹²³")
}

// needQuotes are what a name has that must stand in quotes on a command line.
const needQuotes = " ='\"/\\:"

// Quote is a name as it stands before "=" on a command line: in double quotes where it needs them, in which \ stands
// before " and \.
func Quote(name string) string {
	if !strings.ContainsAny(name, needQuotes) && !strings.HasPrefix(name, "-") {
		return name
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// CutQuoted splits NAME=REST, of which NAME stands in quotes: double ones as Quote writes them, or single ones. is
// tells whether that was so.
func CutQuoted(text string) (name, rest string, is bool) {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		return "", "", false
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			rest, is = strings.CutPrefix(text[i+1:], "=")
			return b.String(), rest, is
		case text[0] == '"' && text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

// CutUnquoted splits NAME=REST at the first "=", where NAME needs no quotes.
func CutUnquoted(text string) (name, rest string, is bool) {
	name, rest, is = strings.Cut(text, "=")
	if !is || Quote(name) != name || strings.ContainsAny(name, "\t\r\n") {
		return "", "", false
	}
	return name, rest, true
}
