package doctor

import (
	"os"
	"testing"

	"blastyard/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot() // where a test starts a tool, it is this program that watches over it
	os.Exit(m.Run())
}
