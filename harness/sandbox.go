package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The modes of a sandbox.
const (
	SandboxAuto    = "auto"    // as far as the system can
	SandboxOff     = "off"     // none
	SandboxRequire = "require" // files and network, or an error
)

// ErrSandbox is in the error of NewSandbox where the system cannot keep bots apart as required.
var ErrSandbox = errors.New("sandbox not reached")

// SandboxLevel is how far a system can keep a bot apart. Each level holds those below it.
type SandboxLevel uint8

// The levels.
const (
	SandboxGroup   SandboxLevel = iota // its own process group, killed as a whole
	SandboxLimits                      // limits on memory, processes, file size, processor time
	SandboxFiles                       // writes to its own folders only, reads the system but no home
	SandboxNetwork                     // no TCP but to a given port
)

func (l SandboxLevel) String() string {
	text := [...]string{"a process group of its own", "limits on memory, processes and file size", "own folders writable, system readable, no home",
		"no TCP"}
	return strings.Join(text[:min(int(l), len(text)-1)+1], "; ")
}

// Sandbox says what a bot may do; see Command.Sandbox. The limits are for each process of the bot, except Processes.
type Sandbox struct {
	Level    SandboxLevel // to be reached; see NewSandbox
	Writable []string     // folders or files, beside Command.Dir
	Readable []string     // beside the system, Command.Dir and the folder of the program
	Port     int          // TCP port that it may connect to; 0: none

	Memory     int64 // octets of data; default DefaultMemory. Address space is not limited: Go and Node reserve far more than they use
	FileSize   int64 // octets; default DefaultFileSize
	Processes  int   // processes and threads of the user, default DefaultProcesses; has no effect for root
	CPUSeconds int   // default: no limit
}

// The default limits of a Sandbox.
const (
	DefaultMemory    = 4 << 30
	DefaultFileSize  = 256 << 20
	DefaultProcesses = 8192
)

// NewSandbox returns a sandbox of the level that this system can reach, or nil for SandboxOff. An unknown mode is an error,
// and so is SandboxRequire where the system cannot keep a bot from files and network; that wraps ErrSandbox.
func NewSandbox(mode string) (*Sandbox, error) {
	level := sandboxLevel()
	switch {
	case mode == SandboxOff:
		return nil, nil
	case mode == SandboxRequire && level < SandboxNetwork:
		return nil, fmt.Errorf("%w: this system gives bots only: %v; expected %v (Linux 6.7 or newer with Landlock)", ErrSandbox, level, SandboxNetwork)
	case mode != SandboxAuto && mode != SandboxRequire:
		return nil, fmt.Errorf("sandbox is %q, expected %s, %s or %s", mode, SandboxAuto, SandboxOff, SandboxRequire)
	}
	return &Sandbox{Level: level}, nil
}

// sandboxVariable holds a sandboxSpec: this program is to confine itself and become the bot.
const sandboxVariable = "BLASTYARD_SANDBOX"

// sandboxSpec is what the child is told.
type sandboxSpec struct {
	Sandbox
	Path string // of the bot's program
}

// in returns the environment entries that make the child of Command c confine itself, and the program to start instead of
// path.
func (s *Sandbox) in(c Command, path string) (program string, env []string, err error) {
	spec := sandboxSpec{Sandbox: *s, Path: path}
	dir := c.abs("")
	spec.Writable = append([]string{dir}, s.Writable...)
	spec.Readable = append(programFolders(path), s.Readable...)
	text, err := json.Marshal(spec)
	if err != nil {
		return "", nil, err
	}
	// Tools that keep something at home keep it with the bot.
	return sandboxProgram, []string{sandboxVariable + "=" + string(text), "HOME=" + dir}, nil
}

// programFolders is what must be readable to run a program that is not where the system keeps its own: the file, and where
// it stands in a bin folder what is beside that. Of a program in a hidden folder, such as ~/.pyenv, it is that.
func programFolders(path string) (folders []string) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		target = path
	}
	home, _ := os.UserHomeDir()
	for _, p := range []string{path, target} {
		folders = append(folders, p)
		if hidden := hiddenFolder(p); hidden != "" {
			folders = append(folders, hidden)
		}
		if dir := filepath.Dir(p); filepath.Base(dir) == "bin" && filepath.Base(filepath.Dir(dir)) != ".local" && !holds(filepath.Dir(dir), home) {
			folders = append(folders, filepath.Dir(dir))
		}
	}
	return folders
}

// hiddenFolder is the first folder on the way to a file whose name begins with a dot, if that is one for a tool.
func hiddenFolder(file string) string {
	hidden := ""
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if strings.HasPrefix(filepath.Base(dir), ".") {
			hidden = dir
		}
	}
	switch filepath.Base(hidden) {
	case ".local", ".config", ".cache", ".ssh", ".": // where others keep what is theirs
		return ""
	}
	return hidden
}

// holds says whether a folder is home or above it, as the root of all is.
func holds(folder, home string) bool {
	rel, err := filepath.Rel(folder, home)
	return filepath.Dir(folder) == folder || err == nil && home != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
