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

// Maximum lengths of names, in characters.
const (
	MaxName     = 24 // of displayed names
	MaxNickname = 10 // in the protocol netorcai
)

// unfit are characters that a given name must not have, because names appear in file names and command lines.
const unfit = `/\:*?"<>|'=`

// CheckName checks a given name: 1 to 24 printable characters, without quotes or characters that have a meaning in
// paths, and without a hyphen or a dot at the start.
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

// FileName returns a name as a part of a file name. It replaces characters that some systems do not allow by "_".
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(unfit, r) {
			return '_'
		}
		return r
	}, cut(plain.Text(name), MaxName))
}

// NamedByFolder reports whether an entrant without a given name is named after its folder, whatever its program
// declares. A copy of its folder then has another name. In 2016-Bomberman bot.json says the name.
func (e *Entrant) NamedByFolder() bool { return e.Folder && e.Protocol != Rounds }

// Names returns the names of entrants: the given name, or else what the entrant has declared itself (at its login, or
// in its bot.json), or else NameOf. said may be short or have empty texts. Equal names get a number; given names keep
// theirs first.
func Names(list []Entrant, said []string) []string {
	names, hasGiven := make([]string, len(list)), make([]bool, len(list))
	for i := range list {
		names[i] = visible(list[i].Name)
		if hasGiven[i] = names[i] != ""; !hasGiven[i] && i < len(said) && !list[i].NamedByFolder() {
			names[i] = visible(said[i])
		}
		if names[i] == "" {
			names[i] = NameOf(list[i])
		}
	}
	return unique(names, hasGiven, MaxName)
}

// visible returns the printable part of a name, or "".
func visible(name string) string { return strings.TrimSpace(plain.Text(name)) }

// Nicknames converts names for the protocol netorcai: at most 10 characters, without spaces, all different.
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

// unique adds a number to each name that is not the first of its kind: the second hunter becomes hunter2. Names in
// first keep theirs before all others. Names longer than most characters are cut.
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

// Free returns a name for a player that has declared one, with a number if it is taken. It returns "" if nothing of
// the name is printable.
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

// cut shortens a name to most characters.
func cut(name string, most int) string {
	if runes := []rune(name); len(runes) > most {
		return strings.TrimSpace(string(runes[:most]))
	}
	return name
}
