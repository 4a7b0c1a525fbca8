package entrant

import (
	"cmp"
	"strconv"
	"strings"

	"blastyard/internal/names"
)

// Limits of names.
const (
	MaxName     = names.Most // as they are shown, in letters with their marks
	MaxNickname = 10         // of the protocol netorcai, in characters
)

// CheckName checks a name that somebody gives to an entrant: see names.Parse.
func CheckName(name string) error {
	_, err := names.Parse(name)
	return err
}

// NamedByFolder reports whether an entrant without a given name is named after its folder, whatever its program
// declares. A copy of its folder then has another name. In 2016-Bomberman bot.json says the name.
func (e *Entrant) NamedByFolder() bool { return e.Folder && e.Protocol != Rounds }

// Names returns the names of entrants: the given name, or else what the entrant has declared itself (at its login, or
// in its bot.json), or else NameOf. said may be short or have empty texts. Equal names get a number; given names keep
// theirs first.
func Names(list []Entrant, said []string) []string {
	called, given := make([]string, len(list)), make([]bool, len(list))
	for i := range list {
		called[i] = names.Fit(list[i].Name)
		if given[i] = called[i] != ""; !given[i] && i < len(said) && !list[i].NamedByFolder() {
			called[i] = names.Fit(said[i])
		}
		if called[i] == "" {
			called[i] = NameOf(list[i])
		}
	}
	return unique(called, given, MaxName, names.Cut)
}

// Nicknames are names as the protocol netorcai has them: of at most 10 characters, without blanks, all different. None
// is cut within a letter.
func Nicknames(called []string) []string {
	short := make([]string, len(called))
	for i, name := range called {
		short[i] = strings.ReplaceAll(names.Fit(name), " ", "")
	}
	return unique(short, make([]bool, len(called)), MaxNickname, names.CutCharacters)
}

// unique gives each of some names a number where it is not the first of that name: the second hunter is hunter2. Those
// in first keep theirs before all others. cut cuts a name of more than most letters or characters.
func unique(called []string, first []bool, most int, cut func(string, int) string) []string {
	out, taken := make([]string, len(called)), map[string]bool{}
	for _, turn := range []bool{true, false} {
		for i := range called {
			if first[i] == turn {
				out[i] = free(called[i], taken, most, cut)
				taken[out[i]] = true
			}
		}
	}
	return out
}

// Free returns a name for a player that has declared one, with a number if it is taken. It returns "" if nothing of
// the name is printable.
func Free(said string, taken map[string]bool) string {
	if said = names.Fit(said); said == "" {
		return ""
	}
	return free(said, taken, MaxName, names.Cut)
}

func free(name string, taken map[string]bool, most int, cut func(string, int) string) string {
	base := cmp.Or(cut(name, most), "bot")
	name = base
	for n := 2; taken[name]; n++ {
		number := strconv.Itoa(n)
		name = cut(base, most-len(number)) + number
	}
	return name
}
