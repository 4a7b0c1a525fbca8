package harness

import "blastyard/arena/harness/internal/syscalls"

// processor knows the system calls of this processor.
var processor = syscalls.X86
