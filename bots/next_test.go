package bots

import (
	"runtime"
	"slices"
	"testing"
)

// TestNext: the lines name the folder so that it is no option, no command and one word.
func TestNext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folders are written as on Unix")
	}
	for _, c := range []struct {
		game, language, dir string
		want                []string
	}{
		{Hexabomb, "python", "mybot", []string{"b play --bot ./mybot --bot builtin:greedy", "b bot check ./mybot"}},
		{Hexabomb, "go", "a b/mybot", []string{"b bot build 'a b/mybot'", "b play --bot 'a b/mybot' --bot builtin:greedy", "b bot check 'a b/mybot'"}},
		{Bomberman, "cpp", "/tmp/x", []string{"b bot build /tmp/x", "b play bomberman --bot /tmp/x --bot builtin:hunter", "b bot check /tmp/x"}},
	} {
		s, err := Find(c.game, c.language)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Next("b", c.dir); !slices.Equal(got, c.want) {
			t.Errorf("%s %s in %s: %q", c.game, c.language, c.dir, got)
		}
	}
}
