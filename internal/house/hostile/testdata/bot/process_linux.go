package main

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// processAttacks act on other processes: on a bystander of the organiser's, and where nothing changes on the arena.
var processAttacks = []attempt{
	{name: "signal-bystander", try: func(s *scenes.Scene) (string, error) {
		return "sent a signal", unix.Kill(s.Bystander, unix.SIGUSR1)
	}},
	{name: "signal-by-pidfd", try: signalByDescriptor},
	{name: "signal-arena", try: func(s *scenes.Scene) (string, error) {
		return "could send one",
			unix.Kill(arenaPID(s), 0)
	}},
	{name: "signal-rival", try: func(s *scenes.Scene) (string, error) {
		if rivalPID(s) == 0 {
			return "", errMissed
		}
		return "could send one", unix.Kill(rivalPID(s), 0)
	}},
	{name: "ptrace", try: ptrace},
	{name: "read-memory", try: readMemory},
	{name: "steal-descriptor", try: stealDescriptor},
	{name: "compare", try: compare},
	{name: "renice", try: func(s *scenes.Scene) (string, error) {
		return "made it slower", unix.Setpriority(unix.PRIO_PROCESS, s.Bystander, s.Nice+1)
	}},
	{name: "renice-user", try: reniceUser},
	{name: "io-priority", try: ioPriority},
	{name: "affinity", try: affinity},
	{name: "scheduling-class", try: schedulingClass},
	{name: "limits", try: func(s *scenes.Scene) (string, error) { return setLimit(s.Bystander) }},
	{name: "limits-of-arena", try: func(s *scenes.Scene) (string, error) { return setLimit(arenaPID(s)) }},
	{name: "own-priority", try: func(*scenes.Scene) (string, error) {
		return "goes before others", unix.Setpriority(unix.PRIO_PROCESS, 0, -3)
	}},
	{name: "real-time", try: realTime},
}

func signalByDescriptor(s *scenes.Scene) (string, error) {
	fd, err := unix.PidfdOpen(s.Bystander, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return "sent a signal", unix.PidfdSendSignal(fd, unix.SIGUSR2, nil, 0)
}

// ptrace attaches to the bystander without stopping it. The end of this thread detaches.
func ptrace(s *scenes.Scene) (string, error) {
	_, _, e := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(s.Bystander), 0, 0, 0, 0)
	return "attached", code(e)
}

// readMemory reads the head of the bystander's program, which is this one, from its memory.
func readMemory(s *scenes.Scene) (string, error) {
	const start = 0x400000 // of the program in memory: it is linked statically to a fixed address
	head := make([]byte, 4)
	n, err := unix.ProcessVMReadv(s.Bystander, []unix.Iovec{{Base: &head[0], Len: 4}},
		[]unix.RemoteIovec{{Base: start, Len: 4}}, 0)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("read %q", head[:n]), nil
}

func stealDescriptor(s *scenes.Scene) (string, error) {
	fd, err := unix.PidfdOpen(s.Bystander, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	stolen, err := unix.PidfdGetfd(fd, 1, 0)
	if err != nil {
		return "", err
	}
	return "got its output", unix.Close(stolen)
}

// compare asks whether this process and the bystander share their memory, which needs the right to trace it.
func compare(s *scenes.Scene) (string, error) {
	const kcmpVM = 1
	_, _, e := unix.Syscall6(unix.SYS_KCMP, uintptr(os.Getpid()), uintptr(s.Bystander), kcmpVM, 0, 0, 0)
	return "compared", code(e)
}

// reniceUser asks for the priority of all processes of the user, by the id of the arena's, and sets the bystander's
// group, which is its own.
func reniceUser(s *scenes.Scene) (string, error) {
	return "made its group slower", unix.Setpriority(unix.PRIO_PGRP, s.Bystander, s.Nice+2)
}

func ioPriority(s *scenes.Scene) (string, error) {
	const whoProcess, lowestBestEffort = 1, 2<<13 | 7
	_, _, e := unix.Syscall(unix.SYS_IOPRIO_SET, whoProcess, uintptr(s.Bystander), lowestBestEffort)
	return "made its reading and writing wait", code(e)
}

// affinity takes processors away from the bystander, all but the first of those that it may use.
func affinity(s *scenes.Scene) (string, error) {
	var now, set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &now); err != nil {
		return "", err
	}
	for cpu := range 1024 {
		if now.IsSet(cpu) {
			set.Set(cpu)
			break
		}
	}
	return "bound it to a processor", unix.SchedSetaffinity(s.Bystander, &set)
}

func schedulingClass(s *scenes.Scene) (string, error) {
	const idleClass = 5
	var parameters int32
	_, _, e := unix.Syscall(unix.SYS_SCHED_SETSCHEDULER, uintptr(s.Bystander), idleClass,
		uintptr(unsafe.Pointer(&parameters)))
	return "made it run only when no other process does", code(e)
}

// LimitOfCore is what setLimit sets.
const limitOfCore = 4321

// setLimit sets a limit of a process that does no harm: on the size of a core file, as long as the hard limit allows
// it.
func setLimit(pid int) (string, error) {
	var old unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_CORE, nil, &old); err != nil {
		return "", err
	}
	next := unix.Rlimit{Cur: min(limitOfCore, old.Max), Max: old.Max}
	return "set its limit", unix.Prlimit(pid, unix.RLIMIT_CORE, &next, nil)
}

// realTime asks for the class that goes before all others, and leaves it at once.
func realTime(*scenes.Scene) (string, error) {
	const fifo, other = 1, 0
	parameters := int32(1)
	_, _, e := unix.Syscall(unix.SYS_SCHED_SETSCHEDULER, 0, fifo, uintptr(unsafe.Pointer(&parameters)))
	if e != 0 {
		return "", e
	}
	parameters = 0
	_, _, e = syscall.Syscall(unix.SYS_SCHED_SETSCHEDULER, 0, other, uintptr(unsafe.Pointer(&parameters)))
	return "goes before all others", code(e)
}
