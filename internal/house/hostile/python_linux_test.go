package hostile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	stages "blastyard/internal/stage"
	"blastyard/protocol/netorcai"
)

// python is what the hostile bot in Python tries.
var python = []attack{
	{name: "py-read-rival", from: files}, {name: "py-read-home", from: files}, {name: "py-list-arena", from: files},
	{name: "py-write-rival", from: files, machine: true}, {name: "py-shell", from: files},
	{name: "py-udp", from: limits}, {name: "py-tcp", from: files}, {name: "py-unix", from: limits},
	{name: "py-signal", from: files, machine: true}, {name: "py-libc", from: limits},
	{name: "py-environment", from: limits},
	{name: "py-right-threads", from: never},
	{name: "py-right-temporary", from: never}, {name: "py-right-program", from: never},
}

// TestPython plays with a hostile bot in Python: an interpreter needs more of the system than a program of its own.
func TestPython(t *testing.T) {
	stages.Only(t, "each level as each user")
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3: tools/scripts/need.sh installs what tests need")
	}
	script, err := os.ReadFile("testdata/bot.py")
	check(t, err)
	for l := off; l <= namespaces; l++ {
		for user, uid := range users() {
			t.Run(fmt.Sprintf("%s/%s", l, user), func(t *testing.T) {
				t.Parallel()
				s := newStage(t, "hexabomb", uid)
				check(t, os.WriteFile(filepath.Join(s.Own, "bot.py"), script, 0o644))
				c := s.command("play", "--bot", fmt.Sprintf("python3 %s/bot.py %s", s.Own, netorcai.Version), "--bot",
					"builtin:idle",
					"--turns", "2", "--turn-time", "300s", "--sandbox", l.flag(), "--log", "log", "--replay", "none", "--quiet")
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				text, err := os.ReadFile(filepath.Join(s.Arena, "log", filepath.Base(s.Own)+".log"))
				check(t, err)
				facts := map[string]bool{"py-udp": s.heard.heard("py-udp"), "py-tcp": s.heard.heard("py-tcp"),
					"py-unix": s.heard.heard("py-unix")}
				pool := attack{name: "py-right-processes", from: never}
				if l == files {
					pool.from = files // the manual says so: there is no folder for its semaphores that bots do not share
				}
				s.compareWith(append(slices.Clone(python), pool), facts, l, string(text))
			})
		}
	}
}
