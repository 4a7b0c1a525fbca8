package harness

import "golang.org/x/sys/unix"

// processor is the kernel's id of this processor in the data for a filter.
const processor = unix.AUDIT_ARCH_AARCH64

// processorCalls are denied calls that not every processor has.
var processorCalls = []uintptr{unix.SYS_KEXEC_FILE_LOAD, unix.SYS_MEMFD_SECRET}

// Older processors have these calls in addition to those with a folder argument.
var processorAttributeCalls, processorWatchCalls []uintptr
