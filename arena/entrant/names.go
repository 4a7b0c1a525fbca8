package entrant

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"blastyard/internal/plain"
)

// Limits of names, in characters.
const (
	MaxName     = 24 // as they are shown
	MaxNickname = 10 // of the protocol netorcai
)

// unfit are characters that no given name has: names are also names of files, and stand in command lines.
const unfit = `/\:*?"<>|'=`

// CheckName checks a name that somebody gives to an entrant: 1 to 24 characters that can be printed, none of which
// is a quote or has a meaning in paths, and neither a hyphen nor a dot at the start.
func CheckName(name string) error {
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > MaxName:
		return fmt.Errorf("the name %q has %d characters, expected 1 to %d", name, n, MaxName)
	case plain.Text(name) != name || strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q has characters that cannot be printed or blanks at its ends", name)
	case strings.ContainsAny(name, unfit):
		return fmt.Errorf("the name %q has one of the characters %s, expected none", name, unfit)
	case name[0] == '-' || name[0] == '.':
		return fmt.Errorf("the name %q begins with %q, expected a letter or a digit", name, name[:1])
	}
	return nil
}

// FileName is a name as a part of the name of a file, with "_" in place of what names of files do not have everywhere.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(unfit, r) {
			return '_'
		}
		return r
	}, cut(plain.Text(name), MaxName))
}

// NamedByFolder reports whether an entrant without a name is called as its folder, whatever its program says: so a copy
// of a folder has another name. In 2016-Bomberman bot.json says the name.
func (e *Entrant) NamedByFolder() bool { return e.Folder && e.Protocol != Rounds }

// Names are what entrants are called: each by its given name, else by what it has said itself (at its login, or in its
// bot.json; said may be short or have empty texts), else by NameOf. Equal names get a number, given names at the last.
func Names(list []Entrant, said []string) []string {
	names, given := make([]string, len(list)), make([]bool, len(list))
	for i := range list {
		names[i] = visible(list[i].Name)
		if given[i] = names[i] != ""; !given[i] && i < len(said) && !list[i].NamedByFolder() {
			names[i] = visible(said[i])
		}
		if names[i] == "" {
			names[i] = NameOf(list[i])
		}
	}
	return unique(names, given, MaxName)
}

// visible is what can be shown of a name; empty where nothing can be seen.
func visible(name string) string { return strings.TrimSpace(plain.Text(name)) }

// Nicknames are names as the protocol netorcai has them: of at most 10 characters, without blanks, all different.
func Nicknames(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || !unicode.IsPrint(r) {
				return -1
			}
			return r
		}, name)
	}
	return unique(short, make([]bool, len(names)), MaxNickname)
}

// unique gives each of some names a number where it is not the first of that name: the second hunter is hunter2. Those
// in first keep theirs before all others. A name of more than most characters is cut.
func unique(names []string, first []bool, most int) []string {
	out, taken := make([]string, len(names)), map[string]bool{}
	for _, turn := range []bool{true, false} {
		for i := range names {
			if first[i] == turn {
				out[i] = free(names[i], taken, most)
				taken[out[i]] = true
			}
		}
	}
	return out
}

// Free is what somebody is called who has said a name, where some names are taken: with a number, if need be. It is
// empty where nothing of the name can be seen.
func Free(said string, taken map[string]bool) string {
	if said = visible(said); said == "" {
		return ""
	}
	return free(said, taken, MaxName)
}

func free(name string, taken map[string]bool, most int) string {
	base := cmp.Or(cut(name, most), "bot")
	name = base
	for n := 2; taken[name]; n++ {
		number := strconv.Itoa(n)
		name = cut(base, most-len(number)) + number
	}
	return name
}

// cut shortens a name to some characters.
func cut(name string, most int) string {
	if runes := []rune(name); len(runes) > most {
		return strings.TrimSpace(string(runes[:most]))
	}
	return name
}
