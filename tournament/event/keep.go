package event

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// KeepNames lets the bots to which the file gives no name have the names that they have in the same event of before,
// where those are what an earlier version made of the same files: it left out blanks, signs and marks, and all behind
// the 24th character. So the results of an event go on under the same names.
func (e *Event) KeepNames(before *Event) {
	for i := range min(len(e.Bots), len(before.Bots)) {
		b, was := &e.Bots[i], before.Bots[i].Name
		at := slices.Index(e.Schedule.Entrants, b.Name)
		if b.Entrant.Name == "" && at >= 0 && b.Name != was && !slices.Contains(e.Schedule.Entrants, was) &&
			wasMadeOf(was, b.Name) {
			b.Name, e.Schedule.Entrants[at] = was, was
		}
	}
}

// wasMadeOf reports whether an earlier version may have made a name of what gives another one now.
func wasMadeOf(was, now string) bool {
	const most = 24
	if made := lettersOf(was, now); made != "" && (made == was || utf8.RuneCountInString(was) <= most) {
		number := strings.TrimPrefix(was, made)
		return strings.Trim(number, "0123456789") == ""
	}
	return false
}

// lettersOf returns how much of a name was made of another one by leaving out what earlier versions left out; "": none.
func lettersOf(was, now string) (made string) {
	rest := was
	for _, r := range now {
		next, size := utf8.DecodeRuneInString(rest)
		switch {
		case size > 0 && r == next:
			made, rest = made+rest[:size], rest[size:]
		case utf8.RuneCountInString(was) == 24 && strings.Trim(rest, "0123456789") == "": // the rest was cut off
			return made
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			return ""
		}
	}
	return made
}
