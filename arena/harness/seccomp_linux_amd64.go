package harness

import "golang.org/x/sys/unix"

// processor is the kernel's id of this processor in the data for a filter.
const processor = unix.AUDIT_ARCH_X86_64

// processorCalls are denied calls that only this processor has.
var processorCalls = []uintptr{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_MEMFD_SECRET,
	unix.SYS_USELIB,
}

var (
	processorAttributeCalls = []uintptr{
		unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	}
	processorWatchCalls = []uintptr{unix.SYS_INOTIFY_INIT}
)
