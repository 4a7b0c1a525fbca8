package picture

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/show/internal/lettering"
)

// Missing collects letters that no font of this machine has. Its method Add is for Options.Missing.
type Missing struct{ letters []string }

// Add adds letters.
func (m *Missing) Add(letters []string) {
	for _, letter := range letters {
		if !slices.Contains(m.letters, letter) {
			m.letters = append(m.letters, letter)
		}
	}
}

// Note says in one line which letters are missing, and what to install; "" if none are.
func (m *Missing) Note() string {
	if len(m.letters) == 0 {
		return ""
	}
	const most = 10
	shown := strings.Join(m.letters[:min(most, len(m.letters))], " ")
	if len(m.letters) > most {
		shown += " …"
	}
	return fmt.Sprintf("no font of this machine has %s: boxes stand for them, and names with boxes begin with the "+
		"player's letter; install fonts that have them (Debian and Ubuntu: apt install %s), "+
		"or name a folder of fonts in %s", shown, strings.Join(lettering.Packages(m.letters), " "), lettering.Variable)
}
