package hostile

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// interpreter is what the hostile bot tries with the files of an interpreter that the rival needs as well.
var interpreter = []attack{
	{name: "lease-interpreter", from: limits}, {name: "notify-interpreter", from: limits, machine: true},
	{name: "mode-interpreter", from: limits}, {name: "owner-interpreter", from: limits},
	{name: "time-interpreter", from: limits}, {name: "attribute-interpreter", from: limits, machine: true},
	{name: "write-interpreter", from: files, except: deniedByUser},
	{name: "add-interpreter", from: files, except: deniedByUser},
	{name: "lock-interpreter", from: never}, // the manual says so: no interpreter locks what it shares with others
}

// TestInterpreterInHome plays with an interpreter in the home folder of who runs the arena, as pyenv has it. What the
// hostile bot does with it does not hold up the rival, who starts it in each turn.
func TestInterpreterInHome(t *testing.T) {
	least := limits
	if everything() {
		least = off
	}
	eachCell(t, least, func(t *testing.T, l level, uid int) {
		s := newStage(t, "hexabomb", uid)
		tool := filepath.Join(s.Home, ".tool")
		for _, folder := range []string{tool, filepath.Join(tool, "bin"), filepath.Join(tool, "lib")} {
			check(t, os.Mkdir(folder, 0o755))
		}
		copyFile(t, botProgram, filepath.Join(tool, "bin", scenes.Interpreter))
		check(t, os.WriteFile(filepath.Join(tool, "lib", scenes.Module), []byte("module"), 0o644))
		check(t, os.WriteFile(filepath.Join(s.Rival, "needy"), []byte("interpreter"), 0o644))
		s.Act = "interpreter"
		check(t, s.Write())
		if !s.root || l == namespaces { // nobody else may see it; root's bots do by mounts with mapped owners
			for _, path := range []string{s.Home, tool, filepath.Join(tool, "bin", scenes.Interpreter),
				filepath.Join(tool, "lib", scenes.Module)} {
				check(t, os.Chmod(path, 0o700))
			}
		}
		s.own()
		by := scenes.Interpreter + " interpret "
		c := s.command("play", "--bot", "hostile="+by+s.Own+"/bot hostile", "--bot", "rival="+by+s.Rival+"/bot rival",
			"--turns", "5", "--seed", "7", "--turn-time", "60s", "--sandbox", l.flag(), "--replay", "none", "--json", "--log", "log", "--no-browser")
		c.Env = append(c.Env, "PATH="+filepath.Join(tool, "bin")+":"+os.Getenv("PATH"))
		var out, errOut bytes.Buffer
		c.Stdout, c.Stderr = &out, &errOut
		if err := c.Run(); err != nil {
			t.Fatalf("%v\n%s\n%s", err, &out, &errOut)
		}
		s.rivalUnharmed(out.String())
		s.compareWith(interpreter, nil, l, s.hostileOutput())
		s.emptied(l)
	})
}
