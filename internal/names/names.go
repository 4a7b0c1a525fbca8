// Package names says what a bot, a team, a player, an event or a map may be called, whether two of them look the same,
// how a name stands on a command line, and which file it gives. Every name that people give goes through it.
package names

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"blastyard/internal/letters"
	"blastyard/internal/plain"
)

// Limits of names. A cluster is what a reader takes for one letter, such as é, 👩‍🚀 or हि.
const (
	Most      = 40  // clusters of a bot, a team, a player or a map
	MostTitle = 60  // clusters of an event
	MostBytes = 512 // of any
)

// Parse checks a name that somebody gives to a bot, a team, a player or a map, and returns it in the one form in which
// it is kept: normal form C, with a simple blank for every kind of blank. It has 1 to 40 letters, signs and blanks of
// any script, each of at most 8 characters with its marks, and begins with no hyphen; no controls and nothing that
// changes the direction of other texts.
func Parse(text string) (string, error) { return parse(text, Most) }

// ParseTitle is Parse for the name of an event, which has 1 to 60 letters, and may begin with a hyphen.
func ParseTitle(text string) (string, error) { return parse(text, MostTitle) }

func parse(text string, most int) (string, error) {
	if len(text) > 4*MostBytes {
		return "", fmt.Errorf("the name %q has %d bytes, expected at most %d", brief(text), len(text), MostBytes)
	}
	name := normal(text)
	if err := checkCharacters(text, name); err != nil {
		return "", err
	}
	n, long := 0, ""
	for letter := range letters.All(name) {
		if n++; utf8.RuneCountInString(letter) > plain.MostJoined {
			long = letter
		}
	}
	switch {
	case n < 1 || n > most:
		return "", fmt.Errorf("the name %q has %d characters, expected 1 to %d", brief(text), n, most)
	case strings.TrimSpace(name) == "":
		return "", fmt.Errorf("the name %q has only blanks, expected a letter or a digit", text)
	case strings.TrimSpace(name) != name:
		return "", fmt.Errorf("the name %q has blanks at its ends, expected none", text)
	case long != "":
		return "", fmt.Errorf("the name %q has a letter with %d marks, expected at most %d", brief(text),
			len([]rune(long))-1, plain.MostJoined-1)
	case len(name) > MostBytes:
		return "", fmt.Errorf("the name %q has %d bytes, expected at most %d", brief(text), len(name), MostBytes)
	case name[0] == '-' && most == Most:
		return "", fmt.Errorf("the name %q begins with %q, expected a letter or a digit", text, name[:1])
	}
	return name, nil
}

// checkCharacters checks that all characters of a name can be shown; name is the text in its normal form.
func checkCharacters(text, name string) error {
	if plain.Line(name) == name && utf8.ValidString(text) {
		return nil
	}
	for _, r := range text {
		between := plain.Line("葛" + string(r) + "葛") // joiners and marks stay there
		if r == utf8.RuneError || !unicode.Is(unicode.Zs, r) && !strings.ContainsRune(between, r) {
			return fmt.Errorf("the name %q has a character that cannot be printed, %U", brief(text), r)
		}
	}
	return fmt.Errorf("the name %q has marks or joiners that belong to no letter, or too many at one letter",
		brief(text))
}

// normal is a text in the form in which names are kept.
func normal(text string) string {
	return letters.NFC(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) || r == '\u2800' {
			return ' '
		}
		return r
	}, text))
}

// brief is a text for a message, of which a long one is only begun.
func brief(text string) string {
	if short := cutRunes(text, Most); short != text {
		return short + "…"
	}
	return text
}

// Fit makes a name of a text that nobody checked, such as what a bot says it is called or a folder's name: the text
// without what names do not have, cut to 40 letters. It is empty where nothing of the text can be seen.
func Fit(text string) string { return fit(text, Most) }

// FitTitle is Fit for the name of an event.
func FitTitle(text string) string { return fit(text, MostTitle) }

func fit(text string, most int) string {
	if !plain.Visible(text) {
		return ""
	}
	// What is dropped may let letters join that were apart, so it is done until nothing changes.
	for name, before := text, ""; ; before = name {
		if name = strings.TrimSpace(Cut(normal(plain.Text(name)), most)); most == Most {
			name = strings.TrimLeft(name, "- ")
		}
		for len(name) > MostBytes {
			name = strings.TrimSpace(Cut(name, letters.Count(name)-1))
		}
		if name == before {
			return name
		}
	}
}

// Cut shortens a name to some clusters. What is cut ends with no blank.
func Cut(name string, most int) string {
	length := 0
	for letter := range letters.All(name) {
		if most--; most < 0 {
			return strings.TrimSpace(name[:length])
		}
		length += len(letter)
	}
	return name
}

// CutCharacters shortens a name to some characters as Unicode counts them, without cutting through a cluster. It is
// empty where the first cluster has more.
func CutCharacters(name string, most int) string { return strings.TrimSpace(cutRunes(name, most)) }

func cutRunes(name string, most int) string {
	length := 0
	for letter := range letters.All(name) {
		if most -= utf8.RuneCountInString(letter); most < 0 {
			return name[:length]
		}
		length += len(letter)
	}
	return name
}
