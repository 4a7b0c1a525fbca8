//go:build linux && !amd64 && !arm64

package harness

// processor is 0: no filter was written for this processor.
const processor = 0

var processorCalls, processorAttributeCalls, processorWatchCalls []uintptr
