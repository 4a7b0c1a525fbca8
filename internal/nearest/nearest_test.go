package nearest

import "testing"

func TestWord(t *testing.T) {
	commands := []string{"play", "watch", "replay", "tournament", "train", "bot", "map", "bomberman", "hexabomb"}
	for _, c := range []struct {
		word  string
		words []string
		want  string
	}{
		{"tournamnt", commands, "tournament"},
		{"paly", commands, "play"},
		{"wacth", commands, "watch"},
		{"Hexabomb", commands, "hexabomb"},
		{"tourn", commands, "tournament"},
		{"bombreman", commands, "bomberman"},
		{"xyz", commands, ""},
		{"", commands, ""},
		{"p", commands, ""},
		{"europe/berlin", []string{"Europe/Bern", "Europe/Berlin", "Europe/Dublin"}, "Europe/Berlin"},
		{"max_file", []string{"max-files", "min_files"}, "max-files"},
		{"js", []string{"python", "javascript", "java"}, ""},
		{"a", []string{"b"}, ""},
	} {
		if got := Word(c.word, c.words); got != c.want {
			t.Errorf("%q: %q, expected %q", c.word, got, c.want)
		}
	}
	if got := Hint("paly", commands); got != "; did you mean play?" {
		t.Error(got)
	}
	if got := HintBehind("game:", "paly", commands); got != "; did you mean game:play?" {
		t.Error(got)
	}
	if got := Hint("quux", commands); got != "" {
		t.Error(got)
	}
}
