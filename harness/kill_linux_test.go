package harness

import (
	"os"
	"testing"
)

// TestALookThatMayHaveMissedOne: a look at which a process of the bot has just ended does not count as one that found none:
// it may have started one that the look did not see.
func TestALookThatMayHaveMissedOne(t *testing.T) {
	for what, st := range map[string]procStat{
		"ended before it could be killed": {pid: os.Getpid(), alive: true, began: "another process"},
		"ended, and not yet reaped":       {pid: os.Getpid(), began: "another process"},
	} {
		looks := 0
		most := killUntilNone(func([]procStat) []procStat {
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
