package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestALookThatMayHaveMissedOne: a look that sees a process of the bot that has just ended does not count as empty.
// That process may have started one that the look did not see.
func TestALookThatMayHaveMissedOne(t *testing.T) {
	for what, st := range map[string]procStat{
		"ended before it could be killed": {pid: os.Getpid(), alive: true, began: "another process"},
		"ended, and not yet reaped":       {pid: os.Getpid(), began: "another process"},
	} {
		looks := 0
		most := killUntilNone(0, func([]procStat) []procStat {
			if looks++; looks == noneLooks {
				return []procStat{st}
			}
			return nil
		})
		if looks <= noneLooks || most != 0 {
			t.Errorf("%s: %d looks, %d killed; expected more than %d and none", what, looks, most, noneLooks)
		}
	}
}

// TestAChainIsKilledAsAWhole: processes that start another and end are gone when a slow look is over, as on a busy
// machine. They share a group, which is killed at once.
func TestAChainIsKilledAsAWhole(t *testing.T) {
	dir := t.TempDir()
	script, over := filepath.Join(dir, "again.sh"), filepath.Join(dir, "over")
	links := fmt.Sprintf("if [ $1 -lt 10000 ]; then sh '%s' $(($1+1)) & else : >'%s'; fi\n", script, over)
	if err := os.WriteFile(script, []byte(links), 0o600); err != nil {
		t.Fatal(err)
	}
	first := exec.Command("sh", script, "0")
	first.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer first.Wait() //nolint:errcheck // it was killed, or another one is the last
	session := func(all []procStat) (found []procStat) {
		for _, st := range all {
			if st.session == first.Process.Pid {
				found = append(found, st)
			}
		}
		time.Sleep(50 * time.Millisecond)
		return found
	}
	killUntilNone(0, session)
	if _, err := os.Stat(over); err == nil {
		t.Error("the chain came to its end")
	}
	all, _ := allProcesses()
	for _, st := range session(all) {
		if st.alive {
			t.Errorf("process %d is left", st.pid)
		}
	}
}
