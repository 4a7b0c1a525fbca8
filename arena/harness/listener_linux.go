package harness

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/arena/harness/internal/syscalls"
)

// The supervisor listens to the filter of system calls: it answers the calls that are refused, and counts them, so that
// the bot's author can be told. The kernel answers those that programs try only to find out whether it has them.

const (
	// maxTold is how many refusals the supervisor answers. After that the kernel does, always by ENOSYS, so that a bot
	// cannot make the supervisor work for ever.
	maxTold = 10_000
	// maxRefusals is how many calls are named.
	maxRefusals = 12
)

// notification is struct seccomp_notif.
type notification struct {
	id      uint64
	pid     uint32
	flags   uint32
	call    int32
	audit   uint32
	pointer uint64
	args    [6]uint64
}

// response is struct seccomp_notif_resp.
type response struct {
	id    uint64
	value int64
	error int32
	flags uint32
}

// listener answers the calls that a filter tells.
type listener struct {
	place syscalls.Place
	mu    sync.Mutex
	calls map[string]int
}

// newListener listens to a filter until no process has it any more. It takes over fd. It returns nil if fd is negative:
// the kernel does not tell.
func newListener(fd int, place syscalls.Place) *listener {
	if fd < 0 {
		return nil
	}
	l := &listener{place: place, calls: map[string]int{}}
	go l.listen(fd)
	return l
}

func (l *listener) listen(fd int) {
	_ = unix.SetNonblock(fd, true) // so that Go waits for it without a thread
	f := os.NewFile(uintptr(fd), "refused calls")
	defer f.Close()
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	for range maxTold {
		var n notification
		err := raw.Read(func(fd uintptr) bool { return l.next(fd, &n) })
		if err != nil || n.id == 0 {
			return
		}
	}
}

// next answers the next call. It returns false if there is none now. If there will be none, it returns true and leaves
// the id 0.
func (l *listener) next(fd uintptr, n *notification) bool {
	look := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if _, err := unix.Poll(look, 0); errors.Is(err, unix.EINTR) || look[0].Revents == 0 {
		return false
	}
	if look[0].Revents&unix.POLLIN == 0 {
		return true
	}
	*n = notification{}
	if notifyControl(fd, unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(n)) != 0 {
		return false // whoever has made the call is gone
	}
	answer := processor.Decide(l.place, int(n.call), n.args)
	l.count(cmp.Or(processor.Name(int(n.call)), fmt.Sprint(n.call)) + " " + answer.Command)
	reply := response{id: n.id, error: -int32(answer.Errno())}
	_ = notifyControl(fd, unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&reply))
	return true
}

func (l *listener) count(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls[strings.TrimSpace(name)]++
}

func notifyControl(fd, command uintptr, data unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, command, uintptr(data))
	return errno
}

// refusals returns what was refused until now, the most frequent first.
func (l *listener) refusals() Refusals {
	if l == nil {
		return Refusals{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := Refusals{Known: true}
	for _, name := range slices.Sorted(maps.Keys(l.calls)) {
		r.Calls = append(r.Calls, Refusal{name, l.calls[name]})
	}
	slices.SortStableFunc(r.Calls, func(a, b Refusal) int { return cmp.Compare(b.Times, a.Times) })
	r.Calls = r.Calls[:min(len(r.Calls), maxRefusals)]
	return r
}
