//go:build !unix

package foreground

import (
	"context"
	"os"
)

func ignoreStops() {}

func isBackground(*os.File) bool { return false }

// Await returns at once: on this system reading stops no process.
func Await(ctx context.Context, _ *os.File) error { return ctx.Err() }
