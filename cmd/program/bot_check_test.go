package program

import (
	"context"
	"strings"
	"testing"

	"blastyard/cmd/internal/command"
)

// TestCheckInterrupted: Ctrl-C ends a check at once, and blames nobody.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, notes strings.Builder
	code := Run(ctx, []string{"bot", "check", "testbot silent"}, strings.NewReader(""), &out, &notes)
	if code != command.Failure || out.String() != "" || !strings.Contains(notes.String(), "blastyard bot check: interrupted") {
		t.Errorf("exit %d, %s%s", code, out.String(), notes.String())
	}
}
