package syscalls

// groups are the rows of the table: every call that the arena knows. Others are Missing.
var groups = []Group{
	// Allowed.
	{Calls: "read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range" +
		" dup dup2 dup3 pipe pipe2 sendfile splice tee copy_file_range fsync fdatasync sync_file_range fallocate" +
		" ftruncate readahead getdents getdents64",
		Why: "files that are open"},
	{Calls: "open openat openat2 creat stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2" +
		" truncate rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir" +
		" readlink readlinkat chdir fchdir getcwd umask getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr" +
		" flistxattr listxattrat",
		Why: "files by name: Landlock and the mounts say which"},
	{Calls: "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2" +
		" eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime",
		Why: "waiting"},
	{Calls: "flock", Why: "locks between the processes of a bot; see above what it can do to others"},
	{Calls: "brk mprotect munmap mremap msync mincore mlock mlock2 munlock mlockall munlockall mseal membarrier" +
		" pkey_alloc pkey_free pkey_mprotect mbind get_mempolicy set_mempolicy",
		Why: "memory of its own, within its limits"},
	{Calls: "execve execveat exit exit_group fork vfork wait4 waitid set_tid_address futex set_robust_list rseq" +
		" restart_syscall sched_yield getpid getppid gettid getpgrp getpgid setpgid getsid",
		Why: "processes and threads of its own"},
	{Calls: "rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait sigaltstack pause" +
		" tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_send_signal",
		Why: "signals: from level files on Landlock says to whom"},
	{Calls: "getuid geteuid getgid getegid getgroups getresuid getresgid setuid setgid setreuid setregid setresuid" +
		" setresgid setgroups capget",
		Why: "who it is; it has no privileges to become another"},
	{Calls: "time gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep alarm getitimer setitimer times" +
		" timer_settime timer_gettime timer_getoverrun timer_delete getrusage getcpu uname sysinfo getrandom",
		Why: "time, chance, and what the machine is"},
	{Calls: "getpriority sched_getaffinity sched_getparam sched_getscheduler sched_getattr sched_get_priority_max" +
		" sched_get_priority_min sched_rr_get_interval ioprio_get getrlimit",
		Why: "reading settings of processes"},
	{Calls: "connect accept accept4 bind shutdown getsockname getpeername getsockopt recvfrom recvmsg recvmmsg",
		Why: "the connection to its match"},
	{Calls: "setsid", Then: Pretend,
		Why: "each session may have a share of the processor of its own, and a bot must not create more"},
	{Calls: "sync syncfs", Then: Pretend, Why: "it would make the disks of all work"},

	// Refused, since programs do without.
	{Calls: "clone3 io_uring_setup io_uring_enter io_uring_register", Then: Missing, Quiet: true,
		Why: "the filter cannot see its arguments; programs use older calls"},
	{Calls: "memfd_create", Then: Missing, Quiet: true, Why: "memory that no limit counts"},
	{Calls: "shmget shmat shmctl shmdt msgget msgsnd msgrcv msgctl semget semop semtimedop semctl" +
		" vmsplice mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr",
		Then: Missing, Why: "memory that no limit counts, or that is left behind"},
	{Calls: "io_setup io_destroy io_submit io_cancel io_getevents io_pgetevents", Then: Missing,
		Why: "the machine has a bounded number for all"},
	{Calls: "seccomp", Then: Missing, Quiet: true, Why: "filters inside of the filter"},
	{Calls: "landlock_create_ruleset landlock_add_rule landlock_restrict_self", Then: Missing, Quiet: true,
		Why: "sandboxes inside of the sandbox", Rules: []Rule{
			{Levels: Files, Then: Allow, Why: "how the arena makes this level, after the filter; it can only forbid"},
		}},
	{Calls: "futex_waitv futex_wake futex_wait futex_requeue map_shadow_stack rseq_slice_yield cachestat" +
		" set_mempolicy_home_node file_getattr statmount listmount listns lsm_get_self_attr lsm_set_self_attr" +
		" lsm_list_modules remap_file_pages",
		Then: Missing, Quiet: true, Why: "no interpreter needs it"},
	{Calls: "uretprobe uprobe", Then: Missing, Quiet: true,
		Why: "no filter sees it: the kernel ends a program that is not traced and makes it"},
	{Calls: "_sysctl sysfs ustat uselib create_module get_kernel_syms query_module nfsservctl getpmsg putpmsg" +
		" afs_syscall tuxcall security vserver lookup_dcookie epoll_ctl_old epoll_wait_old set_thread_area" +
		" get_thread_area",
		Then: Missing, Why: "obsolete"},

	// Refused, since others would be affected.
	{Calls: "ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise process_mrelease move_pages" +
		" migrate_pages get_robust_list ioprio_set",
		Then: Refuse, Why: "other processes"},
	{Calls: "perf_event_open bpf userfaultfd syslog keyctl add_key request_key memfd_secret",
		Then: Refuse, Why: "parts of the kernel that bots do not need"},
	{Calls: "mount umount2 pivot_root chroot move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick" +
		" mount_setattr unshare setns name_to_handle_at open_by_handle_at fanotify_init fanotify_mark quotactl" +
		" quotactl_fd",
		Then: Refuse, Why: "the system's files and namespaces"},
	{Calls: "sethostname setdomainname swapon swapoff reboot kexec_load kexec_file_load init_module finit_module" +
		" delete_module acct settimeofday clock_settime clock_adjtime adjtimex vhangup iopl ioperm modify_ldt",
		Then: Refuse, Why: "the system itself"},
	{Calls: "setfsuid setfsgid capset", Then: Refuse, Why: "it needs privileges"},

	// Refused or not, by level.
	{Calls: "chown fchown lchown fchownat", Quiet: true, Why: "owners of files, for which it has no privileges",
		Rules: []Rule{
			{Levels: below, UnlessModes: true, Then: Refuse, Why: "Landlock does not say of which files"},
		}},
	{Calls: "chmod fchmod fchmodat fchmodat2 setxattr lsetxattr fsetxattr setxattrat" +
		" removexattr lremovexattr fremovexattr removexattrat utime utimes futimesat file_setattr",
		Why: "modes, times and attributes of files", Rules: []Rule{
			{Levels: below, UnlessModes: true, Then: Refuse, Why: "Landlock does not say of which files"},
		}},
	{Calls: "utimensat", Why: "times of files", Rules: []Rule{
		{Levels: Files, UnlessModes: true, OnlyIfShared: true, Then: Refuse,
			Why: "Landlock does not say of which files"},
		{Levels: below, UnlessModes: true, Tests: []Test{given(1, "a path")}, Then: Refuse,
			Why: "of a file that is not open"},
	}},
	{Calls: "inotify_init inotify_init1 inotify_add_watch inotify_rm_watch", Why: "changes of files", Rules: []Rule{
		{Levels: below, Then: Missing, Why: "it shows names in folders that the bot may not list"},
	}},
	{Calls: "listen", Why: "its own network", Rules: []Rule{
		{Levels: below, Then: Refuse, Why: "others could connect"},
	}},
	{Calls: "sched_setscheduler", Why: "its own threads", Rules: []Rule{
		{Levels: below, Tests: []Test{not(0, num(0, "itself")), is(1, num(0, "SCHED_OTHER"))}, Then: Pretend,
			Why: "mono does it to all its threads, which have that class already"},
		{Levels: below, Tests: []Test{not(0, num(0, "itself"))}, Then: Refuse, Why: "other processes"},
	}},
	{Calls: "sched_setaffinity", Why: "its own threads", Rules: []Rule{
		{Levels: below, Tests: []Test{not(0, num(0, "itself"))}, Then: Refuse, Why: "other processes"},
		{OnlyIfBound: true, Then: Pretend, Why: "the arena gave it a processor, which it keeps"},
	}},
	{Calls: "sched_setparam sched_setattr", Why: "its own threads", Rules: []Rule{
		{Levels: below, Tests: []Test{not(0, num(0, "itself"))}, Then: Refuse, Why: "other processes"},
	}},
	{Calls: "timer_create", Why: "at most 1,024, with queued signals", Rules: []Rule{
		{Levels: below, OnlyIfShared: true, Then: Refuse, Quiet: true,
			Why: "the kernel counts them for the user: one bot could take all"},
	}},

	// By their arguments.
	{Calls: "fcntl", Then: Missing, Rules: fcntlRules, Why: "other commands"},
	{Calls: "ioctl", Then: Missing, Rules: ioctlRules, Quiet: true, Why: "other commands"},
	{Calls: "prctl", Then: Missing, Rules: prctlRules, Quiet: true, Why: "other commands"},
	{Calls: "arch_prctl", Then: Missing, Rules: archRules, Quiet: true, Why: "other commands"},
	{Calls: "fadvise64", Rules: fadviseRules, Why: "advice about what it reads"},
	{Calls: "madvise", Rules: madviseRules, Why: "advice about its memory"},
	{Calls: "mmap", Rules: mmapRules, Why: "memory of its own, within its limits"},
	{Calls: "personality", Then: Refuse, Rules: personalityRules, Why: "other ways to run"},
	{Calls: "clone", Rules: cloneRules, Why: "processes and threads of its own"},
	{Calls: "mknod", Rules: deviceRules(1), Why: "files and pipes"},
	{Calls: "mknodat", Rules: deviceRules(2), Why: "files and pipes"},
	{Calls: "kill", Rules: killRules, Why: "signals: from level files on Landlock says to whom"},
	{Calls: "setpriority", Rules: priorityRules, Why: "its own threads get a lower priority"},
	{Calls: "setrlimit", Rules: setlimitRules, Why: "its own limits become lower"},
	{Calls: "prlimit64", Rules: prlimitRules, Why: "its own limits become lower"},
	{Calls: "socket", Rules: socketRules, Quiet: true, Why: "TCP over IPv4 and IPv6"},
	{Calls: "socketpair", Rules: pairRules, Why: "streams between its processes"},
	{Calls: "setsockopt", Then: Missing, Rules: optionRules, Why: "other options"},
	{Calls: "sendto sendmmsg", Rules: fastOpen(3), Why: "the connection to its match"},
	{Calls: "sendmsg", Rules: fastOpen(2), Why: "the connection to its match"},
}
