package arena_test

import (
	"os"
	"testing"

	"blastyard/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	os.Exit(m.Run())
}
