package program

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/command/about"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

func TestVersion(t *testing.T) {
	code, text, stderr := run(t, "", "version")
	for _, want := range []string{"blastyard ", "\nGo:       " + runtime.Version() + "\n", "\nplatform: " + runtime.GOOS + "/" + runtime.GOARCH + "\n",
		fmt.Sprintf("\nrules:    hexabomb %d, bomberman %d\n", hexabomb.V11.Number(), bomberman.RulesVersion), "\nnetorcai: 2.0.0\n"} {
		if code != 0 || stderr != "" || !strings.Contains(text, want) {
			t.Errorf("exit %d, %q is not in\n%s%s", code, want, text, stderr)
		}
	}
	code, text, _ = run(t, "", "version", "--json")
	var a about.Program
	if err := json.Unmarshal([]byte(text), &a); err != nil || code != 0 || a.Rules["hexabomb"] != hexabomb.V11.Number() ||
		a.Version != command.VersionName(version) || strings.Count(text, "\n") != 1 {
		t.Errorf("exit %d, %v: %s", code, err, text)
	}
	code, short, _ := run(t, "", "--version")
	if code != 0 || !strings.Contains(short, command.VersionName(version)) {
		t.Errorf("--version: exit %d, %s", code, short)
	}
}
