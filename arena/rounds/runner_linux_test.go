package rounds

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/rules/bomberman"
)

func TestSandboxedBotsStayInTheirFolders(t *testing.T) {
	for level := harness.SandboxFiles; level <= harness.SandboxNamespaces; level++ {
		t.Run(level.String(), func(t *testing.T) {
			s, err := harness.NewSandbox(harness.SandboxRequire + "=" + level.String())
			if err != nil {
				t.Skip(err)
			}
			tb := newTestMatch(t, Config{Sandbox: s}, testBot(t, "good"), testBot(t, "writes ahead"), testBot(t, "removes the match"), testBot(t, "child"))
			for range 2 {
				out := tb.round()
				for i, want := range []bomberman.Command{bomberman.Down, bomberman.Up, bomberman.Nothing, bomberman.PlaceBomb} {
					if out[i].Command != want {
						t.Errorf("player %d commands %d, want %d: %s %q", i, out[i].Command, want, out[i].Why, out[i].Errors)
					}
				}
				// In namespaces the bot's folder of the round is a mount, so an ordinary user's bot cannot remove it
				// either.
				denied := strings.Join(out[2].Errors, " ")
				if !strings.Contains(denied, "permission denied") && !strings.Contains(denied, "resource busy") {
					t.Errorf("the match was removed: %+v", out[2])
				}
			}
			if _, err := os.Lstat(filepath.Join(tb.folders.Dir(), "0", "map.txt")); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(filepath.Join(tb.folders.Dir(), "2")); err == nil {
				t.Error("a bot wrote into the folder of the match")
			}
		})
	}
}
