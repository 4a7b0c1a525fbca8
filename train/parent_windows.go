package train

import (
	"context"
	"os"

	"golang.org/x/sys/windows"
)

// findParent returns a function that waits until the current parent of this process is gone, or the context ends.
func findParent() (await func(ctx context.Context)) {
	parent, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(os.Getppid()))
	if err != nil {
		return func(ctx context.Context) { <-ctx.Done() } // the end of the input must do
	}
	return func(ctx context.Context) {
		defer windows.CloseHandle(parent)
		const often = 200 // milliseconds
		for ctx.Err() == nil {
			if event, err := windows.WaitForSingleObject(parent, often); err != nil || event == windows.WAIT_OBJECT_0 {
				return
			}
		}
	}
}
