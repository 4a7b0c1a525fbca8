package harness

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"blastyard/arena/harness/internal/syscalls"
)

const (
	// supervisorName is the name under which this program is started as a supervisor.
	supervisorName = "blastyard: a bot's supervisor"
	// itself is this program, even if its file was removed.
	itself = "/proc/self/exe"
)

var errNotCalled = fmt.Errorf("%w: %s", ErrConfig, whyNotCalled)

// canBecome records that BecomeBot was called, so that this program recognises itself as a supervisor.
var canBecome atomic.Bool

// supervised is the arena's side of a bot with its supervisor.
type supervised struct {
	command Command
	spec    botSpec
	cmd     *exec.Cmd // of the supervisor
	stdin   *os.File  // of the bot; nil: it has none
	control *net.UnixConn
	slot    *slot
	scratch *scratch
	copy    *scratch // of its folder, below SandboxNamespaces
	work    *scratch // its working folder at SandboxFiles, if it needs one
	cgroup  *cgroup
	bot     int // its process id on this system; 0: not known

	before     threadTime    // of the bot's main thread, before it became the bot's program
	usedBefore time.Duration // processor time of the bot, before that
	earlier    time.Duration // processor time of earlier bots of the supervisor

	exited chan struct{} // closed when the bot has ended, or its supervisor
	gone   chan struct{} // closed when no process of the bot runs, or the supervisor has ended
	waits  bool          // set before gone is closed: the supervisor waits to start the bot again
	last   report        // set before exited is closed; its Kind is empty if the supervisor was killed

	patience time.Duration // killPatience

	mu      sync.Mutex
	killing *time.Timer
	settled bool // the supervisor may be reaped, after which its id may belong to another process
}

// tell is which refused calls are told; tests want all.
var tell = syscalls.TellUnexpected

func newBody(c Command, path string, words []string) (body, error) {
	if !canBecome.Load() {
		return nil, c.fail(errNotCalled, "cannot be started", whyNotCalled)
	}
	removeAbandonedOnce()
	s := &supervised{command: c, exited: make(chan struct{}), gone: make(chan struct{}), patience: killPatience}
	s.spec = botSpec{
		Path: path, Args: words, Dir: c.abs(""), User: keepUser, Port: c.Port, Listen: c.Accept != nil,
		Tell: tell, Cores: c.Cores,
	}
	if c.Sandbox != nil {
		s.spec.Sandbox = c.Sandbox.withDefaults()
		s.spec.Folder = c.abs(s.spec.Folder)
		if s.spec.Private != "" {
			s.spec.Private = c.abs(s.spec.Private)
		}
		for _, list := range []*[]string{&s.spec.Readable, &s.spec.Writable} {
			*list = slices.Clone(*list)
			for i, path := range *list {
				(*list)[i] = c.abs(path)
			}
		}
	}
	return s, nil
}

func (s *supervised) pid() int { return s.bot }

func (s *supervised) start(ctx context.Context, stdin, stdout, stderr *os.File) error {
	s.stdin, s.spec.HasInput = stdin, stdin != nil
	err := s.launch(stdout, stderr)
	if err != nil {
		s.release()
		return s.command.fail(hostKind(err), "cannot be started", errText(err))
	}
	return s.begin(ctx)
}

// begin waits until the supervisor, which was launched, has started the bot.
func (s *supervised) begin(ctx context.Context) error {
	keep := context.AfterFunc(ctx, s.kill)
	first, file, err := receive(s.control)
	if err == nil && first.Kind == reportStarted {
		s.bot = s.idOf(first.Pid, file)
		s.before, s.usedBefore = threadTime{first.RanBefore, first.WaitedBefore}, first.UsedBefore
		s.earlier = first.Earlier
		file.Close()
		go s.listen()
		if keep() {
			return nil
		}
		s.kill() // keep may not have called it yet
		s.wait(func() bool { return true }, func(Exit) {})
		return s.command.fail(ctx.Err(), "not started", ctx.Err().Error())
	}
	keep()
	s.force()
	s.settle()
	s.killSession() // if the bot has killed the supervisor
	_ = s.cmd.Wait()
	s.release()
	switch {
	case ctx.Err() != nil:
		return s.command.fail(ctx.Err(), "not started", ctx.Err().Error())
	case err != nil:
		return s.command.fail(ErrHost, "its supervisor ended before the bot began", s.cmd.ProcessState.String())
	case first.What == "":
		return s.command.explain(s.spec.Path, first.Errno)
	}
	if HostFault(first.Errno) {
		return s.command.fail(hostKind(first.Errno), first.What, first.Text)
	}
	return s.command.fail(ErrSandbox, "sandbox: "+first.What, first.Text)
}

// furnish completes the spec: what the bot may open, its private folder, and its environment.
func (s *supervised) furnish() (err error) {
	home, own := privateFolder, s.spec.Folder
	work := s.spec.FolderCopied && s.spec.Level >= SandboxFiles && s.needsWork()
	if s.spec.FolderCopied {
		_, _, err := folderSize(s.spec.Folder)
		s.spec.FolderCopied = err == nil && s.spec.Level > SandboxNone && !s.spec.FolderWritable
	}
	if s.spec.Level < SandboxNamespaces && s.slot.user != keepUser && s.spec.RunAs == nil && !s.spec.servesAll() {
		s.slot.user = keepUser
	}
	if level := s.spec.Level; level == SandboxLimits || level == SandboxFiles {
		if home, err = s.privateBelowNamespaces(); err != nil {
			return err
		}
		s.spec.Scratch = home
		if s.spec.FolderCopied {
			if err = s.copyBelowNamespaces(); err != nil {
				return err
			}
		}
		if work {
			if err = s.workBelowNamespaces(own); err != nil {
				return err
			}
		}
	}
	s.spec.Work = work && s.spec.Level >= SandboxNamespaces
	s.spec.Env = s.command.environ(home)
	if s.spec.Level < SandboxFiles {
		return nil
	}
	copied := s.spec.FolderCopied && s.spec.Level >= SandboxNamespaces
	add := func(writable bool, paths ...string) {
		for _, p := range paths {
			target, err := filepath.EvalSymlinks(p)
			if err != nil || inSystem(p) && isFile(target) {
				continue // it does not exist, or is there: a mount in the place of a link hides where the link leads
			}
			s.spec.Trees = append(s.spec.Trees, tree{Path: target, At: target, Writable: writable})
			if target != p {
				s.spec.Trees = append(s.spec.Trees, tree{Path: target, At: p, Writable: writable})
			}
		}
	}
	add(false, s.spec.Readable...)
	before := len(s.spec.Trees)
	add(s.spec.FolderWritable, s.spec.Folder)
	for i := range s.spec.Trees[before:] {
		s.spec.Trees[before+i].Copied = copied
	}
	add(true, s.spec.Writable...)
	if s.spec.Level < SandboxNamespaces || s.spec.Private == "" {
		return nil
	}
	s.spec.Trees = append(s.spec.Trees, tree{Path: s.spec.Private, At: privateFolder, Writable: true})
	return makePoints(s.spec.Private, s.spec.Trees)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// listen receives the supervisor's reports until there are no more.
func (s *supervised) listen() {
	defer close(s.gone)
	for {
		r, file, err := receive(s.control)
		switch {
		case err != nil:
			if s.last.Kind == "" {
				close(s.exited)
			}
			return
		case r.Kind == reportConnection && file != nil:
			c, err := net.FileConn(file)
			file.Close()
			if err == nil {
				s.command.Accept(c)
			}
		case r.Kind == reportExit && s.last.Kind == "":
			s.last = r
			close(s.exited)
		case r.Kind == reportGone:
			s.last.Left, s.last.Refused = r.Left, r.Refused
			if s.spec.Again {
				s.waits = true
				return
			}
		}
	}
}

func (s *supervised) ask() { _, _ = s.control.Write([]byte("ask")) }

func (s *supervised) wait(end func() bool, gone func(Exit)) {
	<-s.exited
	stopped := end() // after this no other goroutine calls kill
	<-s.gone
	s.settle()
	e := s.last.exit()
	e.Stopped = stopped
	if s.last.Kind != "" {
		if stopped {
			e.LeftBehind, e.Why = 0, ""
		}
		if !stopped && s.keep() {
			gone(e)
			s.release()
			return
		}
		gone(e)
		s.reap()
		return
	}
	left := s.killSession() // the supervisor was killed
	s.reap()
	e.Signal = signalName(s.cmd.ProcessState)
	if !stopped {
		e.LeftBehind = left
		if e.Signal == "" {
			e.Why = "its supervisor ended: " + s.cmd.ProcessState.String() // the bot may have used up all memory
		}
	}
	gone(e)
}

// reap waits until the system has removed the supervisor, and releases what the bot used. If many sandboxes end at
// the same time, that can take a minute.
func (s *supervised) reap() {
	if s.waits { // it is not needed again
		_ = s.cmd.Process.Kill()
	}
	_ = s.cmd.Wait()
	s.release()
}

// exit returns how the bot ended.
func (r report) exit() Exit {
	ws := syscall.WaitStatus(r.Status)
	e := Exit{Code: ws.ExitStatus(), Wall: r.Wall, User: r.User, System: r.System, MaxRSS: r.MaxRSS,
		LeftBehind: r.Left, Why: r.Why, Host: r.HostRan, Refused: r.Refused}
	if r.Kind == "" {
		e.Code = -1
	} else if ws.Signaled() { //nolint:misspell // the name in syscall
		e.Signal = signalOf(ws.Signal())
	}
	return e
}

// release releases what the bot has used.
func (s *supervised) release() {
	if s.control != nil {
		s.control.Close()
	}
	s.cgroup.remove()
	s.slot.free()
	s.scratch.remove()
	s.copy.remove()
	s.work.remove()
}

// idOf returns the bot's id on this system, or 0 if it is unknown, usually because the bot has ended. inNamespace is
// the id that the supervisor knows. At SandboxNamespaces it belongs to another process here.
func (s *supervised) idOf(inNamespace int, process *os.File) int {
	if pid := pidOf(process); pid > 0 {
		return pid
	}
	if s.spec.Level >= SandboxNamespaces {
		return 0
	}
	return inNamespace
}

// pidOf returns the id, as this process sees it, of the process that a file refers to, or 0 if it is not known.
func pidOf(process *os.File) int {
	if process == nil {
		return 0
	}
	info, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(int(process.Fd())))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(info), "Pid:")
	line, _, _ := strings.Cut(rest, "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	return pid
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
