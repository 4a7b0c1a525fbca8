package doctor

import (
	"os"
	"testing"
	"time"

	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	TimeLimit = time.Minute
	harness.BecomeBot() // this program supervises the tools that a test starts
	os.Exit(m.Run())
}
