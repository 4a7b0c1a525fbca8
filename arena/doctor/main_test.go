package doctor

import (
	"os"
	"testing"
	"time"

	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	TimeLimit = time.Minute
	harness.BecomeBot() // where a test starts a tool, it is this program that watches over it
	os.Exit(m.Run())
}
