//go:build !unix

package foreground

import (
	"context"
	"os"
)

func ignoreStops() {}

func isBackground(*os.File) bool { return false }

// Await returns at once: no process is stopped for reading here.
func Await(ctx context.Context, _ *os.File) error { return ctx.Err() }
