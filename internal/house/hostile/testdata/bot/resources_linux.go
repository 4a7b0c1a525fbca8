package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// resourceAttacks take more of the machine than a bot may. What they take they give back at once.
var resourceAttacks = []attempt{
	{name: "watches", try: manyWatches, alone: true},
	{name: "timers", try: manyTimers, alone: true},
	{name: "asynchronous-requests", try: asynchronousRequests},
	{name: "memory", try: func(*scenes.Scene) (string, error) { return reserve(unix.MAP_PRIVATE | unix.MAP_ANON) },
		alone: true},
	{name: "memory-file", try: memoryFile, alone: true},
	{name: "shared-segment", try: sharedSegment, alone: true},
	{name: "big-file", try: bigFile, alone: true},
	{name: "many-files", try: manyFiles, alone: true},
	{name: "full-disk", try: fullDisk, alone: true},
	{name: "leave-segment", try: leaveSegment},
	{name: "leave-queue", try: leaveQueue},
}

// Bounds of these attacks.
const (
	watchCount = 60
	timerCount = 1500
	fileSize   = 1 << 30   // of a file without blocks
	diskSize   = 320 << 20 // in the folders of a sandbox there is room for 256 MiB
	diskFile   = 64 << 20
	fewFiles   = 20_000 // and there for 16,384 files
	fileCount  = 1000   // elsewhere
)

// memorySize is reserved, never used. Where an int has 32 bits it is what fits.
var memorySize = int(min(int64(9)<<30, math.MaxInt))

// manyWatches makes inotify instances. The kernel counts them for each user, and most systems allow 128.
func manyWatches(*scenes.Scene) (string, error) {
	for i := range watchCount {
		if _, err := unix.InotifyInit1(unix.IN_CLOEXEC); err != nil {
			return "", fmt.Errorf("after %d: %w", i, err)
		}
	}
	return fmt.Sprintf("has %d", watchCount), nil
}

// manyTimers makes timers. The kernel counts them for each user, together with signals that wait.
func manyTimers(*scenes.Scene) (string, error) {
	event := [8]uint64{0, 1 << 32} // no signal
	for i := range timerCount {
		var id int32
		if _, _, e := unix.Syscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, word(&event), word(&id)); e != 0 {
			return "", fmt.Errorf("after %d: %w", i, e)
		}
	}
	return fmt.Sprintf("has %d", timerCount), nil
}

// asynchronousRequests makes the smallest context for requests. The machine has a bounded number of them.
func asynchronousRequests(*scenes.Scene) (string, error) {
	var context uintptr
	if _, _, e := unix.Syscall(unix.SYS_IO_SETUP, 1, word(&context), 0); e != 0 {
		return "", e
	}
	_, _, e := unix.Syscall(unix.SYS_IO_DESTROY, context, 0, 0)
	return "made", code(e)
}

// startWaiting starts processes that wait, and returns how many there are.
func startWaiting(count int) (started int, err error) {
	timer := [2]syscall.Timeval{{}, {Sec: 60}} // once, after a minute
	for ; started < count; started++ {
		pid, _, e := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
		if e != 0 {
			return started, e
		}
		if pid == 0 { // only raw system calls here: this is a copy of one thread of the program
			_, _, _ = syscall.RawSyscall(syscall.SYS_SETITIMER, unix.ITIMER_REAL, uintptr(unsafe.Pointer(&timer)), 0)
			for {
				_, _, _ = syscall.RawSyscall6(syscall.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
			}
		}
	}
	return started, nil
}

// reserve asks for memory without using it.
func reserve(flags int) (string, error) {
	m, err := unix.Mmap(-1, 0, memorySize, unix.PROT_READ|unix.PROT_WRITE, flags|unix.MAP_NORESERVE)
	if err != nil {
		return "", err
	}
	return "reserved", unix.Munmap(m)
}

func memoryFile(*scenes.Scene) (string, error) {
	signal.Ignore(unix.SIGXFSZ)
	fd, err := unix.MemfdCreate("hostile", unix.MFD_CLOEXEC)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return "made", unix.Ftruncate(fd, int64(memorySize))
}

func sharedSegment(*scenes.Scene) (string, error) {
	const noReserve = 0o10000
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, memorySize, unix.IPC_CREAT|0o600|noReserve)
	if err != nil {
		return "", err
	}
	_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	return "made", err
}

// bigFile makes a file that is too big, without using the disk.
func bigFile(s *scenes.Scene) (string, error) {
	signal.Ignore(unix.SIGXFSZ)
	return anywhere(s, func(folder string) error {
		return inFile(filepath.Join(folder, "big"), func(f *os.File) error { return f.Truncate(fileSize) })
	})
}

func inFile(name string, use func(*os.File) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	defer f.Close()
	return use(f)
}

// manyFiles makes empty files: one more than there is room for; fileCount where there is room for many.
func manyFiles(s *scenes.Scene) (string, error) {
	return anywhere(s, func(folder string) error {
		dir, err := os.MkdirTemp(folder, "many")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		count := fileCount
		var room unix.Statfs_t
		if err := unix.Statfs(dir, &room); err != nil {
			return err
		}
		if room.Files > 0 && room.Ffree < fewFiles { // some file systems do not count
			count = int(room.Ffree) + 1
		}
		for i := range count {
			fd, err := unix.Open(fmt.Sprintf("%s/%d", dir, i), unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
			if err != nil {
				return fmt.Errorf("after %d of %d files: %w", i, count, err)
			}
			if err := unix.Close(fd); err != nil {
				return err
			}
		}
		return nil
	})
}

// fullDisk reserves room for files each of which is small enough.
func fullDisk(s *scenes.Scene) (string, error) {
	return anywhere(s, func(folder string) error {
		dir, err := os.MkdirTemp(folder, "disk")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		for i := range diskSize / diskFile {
			f, err := os.Create(filepath.Join(dir, fmt.Sprint(i)))
			if err != nil {
				return err
			}
			err = errors.Join(unix.Fallocate(int(f.Fd()), 0, 0, diskFile), f.Close())
			if err != nil {
				return fmt.Errorf("after %d MiB: %w", i*diskFile>>20, err)
			}
		}
		return nil
	})
}

// leaveSegment leaves shared memory behind that is there after the match.
func leaveSegment(s *scenes.Scene) (string, error) {
	_, err := unix.SysvShmGet(s.Segment, 4096, unix.IPC_CREAT|unix.IPC_EXCL|0o600)
	return "left", err
}

// leaveQueue leaves a message queue behind that is there after the match.
func leaveQueue(s *scenes.Scene) (string, error) {
	name, err := unix.BytePtrFromString(s.Queue)
	if err != nil {
		return "", err
	}
	fd, _, e := unix.Syscall6(unix.SYS_MQ_OPEN, word(name), unix.O_CREAT|unix.O_RDWR|unix.O_CLOEXEC, 0o600, 0, 0, 0)
	if e != 0 {
		return "", e
	}
	return "left", unix.Close(int(fd))
}
