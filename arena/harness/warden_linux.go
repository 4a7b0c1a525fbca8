package harness

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// warden is the process in which supervisors of the same bot work, one after the other: most of what the start of a bot
// costs is the start of this process, its namespaces, and the root in them.
type warden struct {
	control *net.UnixConn
	orders  chan order // to start the bot again; closed when the arena is gone or asks for the end
	common  bool       // the part of the root that is the same for each start is there
	starts  int

	mu      sync.Mutex
	current *supervisor // whose bot runs, or nil
	ended   bool        // the arena is gone or asks for the end
}

// earlier is the processor time that earlier bots of a process have used.
type earlier struct {
	used    time.Duration // as getrusage counts it
	counted time.Duration // as /proc counts it
}

// collectEvery is after how many starts a warden, in which the collector of garbage is off, collects it.
const collectEvery = 64

func supervise() error {
	runtime.LockOSThread()
	unix.CloseOnExec(controlFile)
	control, err := controlConn(controlFile)
	if err != nil {
		return err
	}
	spec, err := readSpec(specFile)
	if err != nil {
		return err
	}
	inherited()
	w := &warden{control: control, orders: make(chan order, 1)}
	go w.obey()
	for {
		if on, err := w.serve(spec); !on || err != nil {
			return err
		}
		o, on := <-w.orders
		if !on {
			return nil
		}
		if spec, err = o.take(); err != nil {
			return err
		}
	}
}

func readSpec(fd int) (spec botSpec, err error) {
	f := os.NewFile(uintptr(fd), "spec")
	defer f.Close()
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 16<<20))
	if err != nil {
		return spec, err
	}
	return spec, json.Unmarshal(text, &spec)
}

// serve starts a bot, and returns when nothing of it runs any more. on is false if there will be no other start.
func (w *warden) serve(spec botSpec) (on bool, err error) {
	s := &supervisor{
		spec: spec, warden: w, control: w.control, startReported: make(chan struct{}), over: make(chan struct{}),
	}
	if w.starts > 0 {
		s.earlier = earlierHere()
	}
	w.starts++
	started := make(chan error)
	go s.launch(started)
	if err := <-started; err != nil {
		return false, failureReport(err).send(w.control, -1)
	}
	if spec.Probe {
		return false, report{Kind: reportStarted}.send(w.control, -1)
	}
	if spec.Level > SandboxNone {
		go s.watchUse()
	}
	s.await()
	if spec.Again && w.starts%collectEvery == 0 {
		runtime.GC()
	}
	return spec.Again, nil
}

func earlierHere() (e earlier) {
	var all unix.Rusage
	if unix.Getrusage(unix.RUSAGE_CHILDREN, &all) == nil {
		e.used = durationOf(all.Utime) + durationOf(all.Stime)
	}
	st, _ := readStat(os.Getpid())
	e.counted = st.waited
	return e
}

// runs is called when a bot runs, before the arena knows that.
func (w *warden) runs(s *supervisor) {
	w.mu.Lock()
	w.current = s
	ended := w.ended
	w.mu.Unlock()
	if ended {
		s.killBot("") // await kills the rest
	}
}

// clear removes what a start of a bot has left in this process, so that it is ready for the next.
func (w *warden) clear(s *supervisor) {
	w.mu.Lock()
	w.current = nil
	w.mu.Unlock()
	if !s.spec.Again {
		return
	}
	if null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0); err == nil {
		for fd := range 3 { // the arena reads the bot's output until nobody has it open
			_ = unix.Dup3(null, fd, 0)
		}
		unix.Close(null)
	}
	if s.spec.Level >= SandboxNamespaces {
		s.spec.removePoints()
	}
}

// removePoints removes the folders and files on which the bot's folders were mounted, so that it does not see them in
// its next start. In this mount namespace they are empty.
func (s *botSpec) removePoints() {
	at := []string{s.Dir}
	for _, t := range s.Trees {
		at = append(at, t.At)
	}
	slices.SortFunc(at, func(a, b string) int { return len(b) - len(a) })
	for _, path := range at {
		if inKernel(path) || inSystem(path) || within(privateFolder, path) {
			continue
		}
		for path != "/" && os.Remove(path) == nil {
			path = filepath.Dir(path)
		}
	}
}

// prepareNamespaces builds the bot's root, and its network.
func (s *supervisor) prepareNamespaces() error {
	if !s.warden.common {
		if err := s.spec.buildCommon(); err != nil {
			return err
		}
		if err := s.openNetwork(); err != nil {
			return err
		}
		s.warden.common = true
	}
	if s.spec.Again { // this thread, and so the bot, gets a copy of the mounts, to which the rest is added
		if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
			return failed("copying the mounts", err)
		}
	}
	return s.spec.buildOwn()
}

// obey carries out the arena's orders. It kills everything when the arena is gone or asks for the end.
func (w *warden) obey() {
	defer close(w.orders)
	for {
		o, err := receiveOrder(w.control)
		w.mu.Lock()
		s := w.current
		w.ended = w.ended || err != nil
		w.mu.Unlock()
		switch {
		case err != nil:
			if s != nil {
				s.killBot("") // await kills the rest
			}
			return
		case len(o) > 0:
			w.orders <- o
		case s != nil:
			s.askBot()
		}
	}
}

// The files of an order to start the bot again.
const (
	orderSpec   = iota // a file with the botSpec
	orderFilter        // a file with the filter of system calls
	orderStdout
	orderStderr
	orderStdin  // the bot's standard input, or /dev/null
	orderedTree // the first of the folders that the arena has opened for the bot
)

// mostOrdered is how many files the kernel passes on in a message.
const mostOrdered = 250

// An order is to start the bot again, with these files; an empty one, to ask it to end.
type order []int

// orderWords are the texts of orders, for people who trace the supervisor.
var orderWords = map[bool]string{true: "start", false: "ask"}

// send sends an order.
func (o order) send(to *net.UnixConn) error {
	var rights []byte
	if len(o) > 0 {
		rights = unix.UnixRights(o...)
	}
	_, _, err := to.WriteMsgUnix([]byte(orderWords[len(o) > 0]), rights, nil)
	return err
}

// receiveOrder reads the next order.
func receiveOrder(from *net.UnixConn) (o order, err error) {
	text, rights := make([]byte, 16), make([]byte, unix.CmsgSpace(4*mostOrdered))
	n, nRights, _, _, err := from.ReadMsgUnix(text, rights)
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err != nil {
		return nil, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:nRights])
	if err != nil || len(messages) == 0 {
		return nil, err
	}
	return unix.ParseUnixRights(&messages[0])
}

// take puts the files of an order where a supervisor has them at its first start.
func (o order) take() (spec botSpec, err error) {
	if len(o) < orderedTree {
		return spec, failed("starting it again", unix.EINVAL)
	}
	for from, to := range map[int]int{orderStdin: 0, orderStdout: 1, orderStderr: 2, orderFilter: filterFile} {
		flags := unix.O_CLOEXEC
		if to <= 2 {
			flags = 0
		}
		if err := unix.Dup3(o[from], to, flags); err != nil {
			return spec, err
		}
		unix.Close(o[from])
	}
	for _, fd := range o[orderedTree:] {
		unix.CloseOnExec(fd)
	}
	if spec, err = readSpec(o[orderSpec]); err != nil {
		return spec, err
	}
	for i := range spec.Trees {
		if n := spec.Trees[i].File - firstTree; n >= 0 && orderedTree+n < len(o) {
			spec.Trees[i].File = o[orderedTree+n]
		}
	}
	return spec, nil
}
