package harness

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/arena/harness/internal/syscalls"
)

// The files that a supervisor gets at its start, besides its outputs, which are those of the bot.
const (
	controlFile = 3 // a socket of messages: reports to the arena, and orders from it; when it closes, kill the bot
	specFile    = 4 // a file with the botSpec
	filterFile  = 5 // a file with the filter of system calls
	firstTree   = 6 // the first of the folders that the arena has opened for the bot
)

// botSpec describes the bot to the supervisor. It is not in a command line or an environment, which others can read.
type botSpec struct {
	Sandbox
	Path string // of the bot's program
	Args []string
	Env  []string
	Dir  string // absolute
	Work bool   // Dir is an empty folder of the bot's own, at SandboxNamespaces

	Cores   []int  // the processors that it may use; nil: all
	Trees   []tree // what the bot may open, at SandboxFiles and SandboxNamespaces
	User    int    // the user of the bot, or keepUser for that of the supervisor
	Scratch string // its private folder, below SandboxNamespaces; otherwise it is made in memory
	Port    int    // that it may connect to
	Listen  bool   // on Port, in the namespace
	Probe   bool   // do everything except start the program
	Again   bool   // when the bot has ended, the supervisor waits until it is to start the bot again
	Tell    syscalls.Tell
	// HasInput says that the supervisor's standard input and output are for the bot alone.
	HasInput bool
}

const keepUser = -1

// tree is a folder, or a file, that the bot may open.
type tree struct {
	Path     string // absolute, without links
	At       string // where the bot sees it
	Writable bool
	Copied   bool // the bot gets a copy of it, at SandboxNamespaces
	File     int  // the supervisor's file with a detached mount of it, or 0
}

// report is a message of a supervisor.
type report struct {
	Kind    reportKind
	Pid     int           `json:",omitempty"` // of the bot, as the supervisor sees it, in reportStarted
	What    string        `json:",omitempty"` // what the supervisor was doing, in reportFailed
	Errno   syscall.Errno `json:",omitempty"`
	Text    string        `json:",omitempty"`
	Status  int           `json:",omitempty"` // of wait4, in reportExit
	Wall    time.Duration `json:",omitempty"`
	User    time.Duration `json:",omitempty"`
	System  time.Duration `json:",omitempty"`
	MaxRSS  int64         `json:",omitempty"`
	Left    int           `json:",omitempty"`
	Why     string        `json:",omitempty"`
	HostRan time.Duration `json:",omitempty"` // HostTime for the whole life of the bot
	Refused Refusals      `json:",omitzero"`

	// What the bot's process had used before it became the bot's program, in reportStarted.
	RanBefore    time.Duration `json:",omitempty"` // its main thread
	WaitedBefore time.Duration `json:",omitempty"`
	UsedBefore   time.Duration `json:",omitempty"` // all its threads
	Earlier      time.Duration `json:",omitempty"` // what earlier bots of the supervisor used, as /proc counts it
}

type reportKind string

const (
	reportStarted    reportKind = "started" // with a file: the bot's process
	reportFailed     reportKind = "failed"
	reportConnection reportKind = "connection" // with a file: the connection
	reportExit       reportKind = "exit"       // the bot has ended; what it left behind is being killed
	reportGone       reportKind = "gone"       // nothing of the bot still runs
)

const maxReport = 4 << 10

// send sends a report, with a file if fd is not negative.
func (r report) send(to *net.UnixConn, fd int) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var rights []byte
	if fd >= 0 {
		rights = unix.UnixRights(fd)
	}
	_, _, err = to.WriteMsgUnix(text[:min(len(text), maxReport)], rights, nil)
	return err
}

// receive reads the next report, and its file if it has one.
func receive(from *net.UnixConn) (r report, file *os.File, err error) {
	text, rights := make([]byte, maxReport), make([]byte, unix.CmsgSpace(4))
	n, nRights, _, _, err := from.ReadMsgUnix(text, rights)
	if err != nil {
		return r, nil, err
	}
	if messages, parseErr := unix.ParseSocketControlMessage(rights[:nRights]); parseErr == nil && len(messages) > 0 {
		if fds, rightsErr := unix.ParseUnixRights(&messages[0]); rightsErr == nil && len(fds) > 0 {
			unix.CloseOnExec(fds[0])
			file = os.NewFile(uintptr(fds[0]), "from the supervisor")
		}
	}
	if err = json.Unmarshal(text[:n], &r); err != nil {
		if file != nil {
			file.Close()
		}
		return r, nil, fmt.Errorf("report of a supervisor: %w", err)
	}
	return r, file, nil
}

// controlPair returns the two ends of a control socket.
func controlPair() (ours *net.UnixConn, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	theirs = os.NewFile(uintptr(fds[1]), "control socket")
	ours, err = controlConn(fds[0])
	if err != nil {
		theirs.Close()
	}
	return ours, theirs, err
}

// controlConn turns a descriptor, which it takes over, into a connection.
func controlConn(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "control socket")
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		c.Close()
		return nil, fmt.Errorf("control socket: is a %T, expected a Unix socket", c)
	}
	return u, nil
}

// specAsFile writes a spec to a file in memory.
func specAsFile(spec botSpec) (*os.File, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	fd, err := unix.MemfdCreate("spec", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "spec")
	if _, err = f.WriteAt(text, 0); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
