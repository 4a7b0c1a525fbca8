package harness

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// The modes of a sandbox. SandboxRequire may be followed by = and the name of a level.
const (
	SandboxAuto    = "auto"    // the highest level that the system supports
	SandboxOff     = "off"     // none
	SandboxRequire = "require" // at least SandboxFiles, or an error
)

// ErrSandbox is wrapped by the error of NewSandbox if the system does not support the required level.
var ErrSandbox = errors.New("sandbox not reached")

// SandboxLevel is how well a bot is separated from the system and from other bots. Each level includes those below it.
type SandboxLevel uint8

// The values of SandboxLevel.
const (
	SandboxNone       SandboxLevel = iota // its own process group or job, killed as a whole
	SandboxLimits                         // resource limits, no capabilities, system call filter, clean environment
	SandboxFiles                          // it can open only its own folder, the system's programs and a private folder
	SandboxNamespaces                     // it sees no other process, no network and no file of others
)

var levelNames = [...]string{"none", "limits", "files", "namespaces"}

// ParseLevel returns the level with the given name, as in --sandbox require=NAME.
func ParseLevel(name string) (SandboxLevel, error) {
	if l := slices.Index(levelNames[:], name); l > int(SandboxNone) {
		return SandboxLevel(l), nil
	}
	return 0, fmt.Errorf("sandbox level is %q, expected %s", name, strings.Join(levelNames[1:], ", "))
}

// String returns the name of the level.
func (l SandboxLevel) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("SandboxLevel(%d)", uint8(l))
}

// Describe says in a sentence what the level does, and what it does not prevent.
func (l SandboxLevel) Describe() string {
	return [...]string{
		"bots are not kept apart on this system; their processes end with the match",
		"bots have resource limits, no privileges and a clean environment;" +
			" not stopped: reading and writing your files and those of other bots, TCP connections," +
			" signals to your processes",
		"bots see only their own folder and the system's programs, and connect to their match only;" +
			" not stopped: help from other addresses at the port of the match, many processes that share" +
			" the processor, the disk filling up",
		"bots see no other process, no network but their match, and only their own folder and the system's programs",
	}[min(int(l), len(levelNames)-1)]
}

// Sandbox is what a bot may do; see Command.Sandbox. The limits apply to each process of the bot unless they say
// otherwise.
type Sandbox struct {
	Level SandboxLevel // the level that is used; see NewSandbox

	// Folder is the bot's own folder, or the only file of its own that it may see. It must be set.
	Folder         string
	FolderWritable bool
	// FolderCopied says that the bot plays in a copy of Folder, which it may write and which is removed when it ends.
	// It holds for a folder of at most mostCopied bytes and mostCopiedFiles files; others can be read only.
	FolderCopied   bool
	Writable       []string // beside Folder
	MayChangeModes bool     // of files, and their owners and times, also below SandboxNamespaces: for builds
	Readable       []string // beside Folder, the system and the folders of the program

	// Private, if set, is an existing folder that is the bot's HOME and TMPDIR, and /tmp at SandboxNamespaces. The
	// caller keeps it, bounds it and removes it, and no bot that runs may change it. Without it the bot gets a new
	// private folder, which is removed when it ends.
	Private string `json:",omitempty"`

	// RunAs, if set, is who the bot runs as, at the level for which it was taken. If it is Separate, it must own Folder
	// and Writable. Start the bot again only when it has ended.
	RunAs *User `json:"-"`

	Memory       int64 // bytes, of all its processes together; default DefaultMemory
	FileSize     int64 // bytes of a file; default DefaultFileSize
	Processes    int   // processes and threads, all together; default DefaultProcesses
	OpenFiles    int   // default DefaultOpenFiles
	CPUSeconds   int   // default: no limit
	ScratchSize  int64 // bytes in its private folder, at SandboxNamespaces; default DefaultScratchSize
	ScratchFiles int   // files and folders there; default DefaultScratchFiles
}

// The default limits of a Sandbox. Address space is not limited: Go and Node reserve far more than they use.
const (
	DefaultMemory       = 4 << 30
	DefaultFileSize     = 256 << 20
	DefaultProcesses    = 256
	DefaultOpenFiles    = 512 // less than other programs have: the user's descriptors in Unix sockets count, too
	DefaultScratchSize  = 256 << 20
	DefaultScratchFiles = 16 << 10
)

// The largest folder that is copied: see Sandbox.FolderCopied. What is larger can only be read.
const (
	mostCopied      = 32 << 20 // bytes
	mostCopiedFiles = 2000     // files and folders
)

// withDefaults fills in the limits that are not set.
func (s Sandbox) withDefaults() Sandbox {
	s.Memory = cmp.Or(s.Memory, DefaultMemory)
	s.FileSize = cmp.Or(s.FileSize, DefaultFileSize)
	s.Processes = cmp.Or(s.Processes, DefaultProcesses)
	s.OpenFiles = cmp.Or(s.OpenFiles, DefaultOpenFiles)
	s.ScratchSize = cmp.Or(s.ScratchSize, DefaultScratchSize)
	s.ScratchFiles = cmp.Or(s.ScratchFiles, DefaultScratchFiles)
	return s
}

// ParseSandbox parses a mode: the lowest level that is accepted, and whether a sandbox is wanted at all.
func ParseSandbox(mode string) (least SandboxLevel, wanted bool, err error) {
	name, level, named := strings.Cut(mode, "=")
	switch {
	case mode == SandboxOff:
		return SandboxNone, false, nil
	case mode == SandboxAuto:
		return SandboxNone, true, nil
	case mode == SandboxRequire:
		return SandboxFiles, true, nil
	case name == SandboxRequire && named:
		least, err = ParseLevel(level)
		return least, true, err
	}
	return 0, false, fmt.Errorf("sandbox is %q, expected %s, %s, %s or %s=LEVEL", mode, SandboxAuto, SandboxOff,
		SandboxRequire, SandboxRequire)
}

// NewSandbox returns a sandbox of the highest level that this system supports, or nil for SandboxOff. The caller must
// set its Folder. With SandboxRequire=LEVEL it returns a sandbox of exactly that level. An unknown mode is an error. A
// required level that is not supported is an error that wraps ErrSandbox.
func NewSandbox(mode string) (*Sandbox, error) {
	least, wanted, err := ParseSandbox(mode)
	if err != nil || !wanted {
		return nil, err
	}
	level, why := Reachable()
	if level < least || level == SandboxNone && why == whyNotCalled {
		return nil, fmt.Errorf("%w: this system gives level %v, expected %v: %s", ErrSandbox, level, least, why)
	}
	if strings.Contains(mode, "=") {
		level = least
	}
	return &Sandbox{Level: level}, nil
}

// whyNotCalled is the reason for a program that cannot use a sandbox because it would not recognise itself.
const whyNotCalled = "this program does not call harness.BecomeBot"

// Line describes, for people, how well a match separates bots. A nil sandbox separates nothing.
func (s *Sandbox) Line() string {
	if s == nil {
		return "bots are not isolated from each other (--sandbox auto isolates them)"
	}
	line := "sandbox of the bots: " + s.Level.String() + ": " + s.Level.Describe()
	if s.Level > SandboxNone {
		line += "; each has a TMPDIR and HOME of its own until the match is over"
	}
	if level, why := Reachable(); level < SandboxNamespaces {
		line += " (" + why + ")"
	}
	if unfair := s.Level.unfair(os.Getuid() == 0, scopesSignals()); unfair != "" {
		line += "; " + unfair
	}
	return line
}

// unfair describes what bots can do to each other, or "". With root each bot has a user of its own.
func (l SandboxLevel) unfair(root, scoped bool) string {
	switch {
	case root || l == SandboxNone || l == SandboxNamespaces:
		return ""
	case l == SandboxLimits:
		return "not fair: a bot can change the folders of other bots and end their processes"
	case !scoped:
		return "not fair: on this kernel a bot can end the processes of other bots"
	}
	return "not quite fair: bots share what the system counts for each user, such as processes"
}
