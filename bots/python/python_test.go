// Package python_test runs the tests of the Python starter bot.
package python_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestPythonBot(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("python3 is not on PATH: install Python 3.8 or newer (Debian: apt-get install python3)")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "-W", "error", "-m", "unittest", "-v", "test_netorcai")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
