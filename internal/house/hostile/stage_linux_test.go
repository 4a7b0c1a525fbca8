package hostile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// patience bounds everything that a test waits for.
const patience = 5 * time.Minute

// ordinary is the id of a user without any rights, by which tests run as root play as an ordinary user. No other program
// uses it, nor another run of these tests: what a bot does to all processes of its user must not reach those.
var ordinary = 20_000 + os.Getpid()%20_000

// A stage is a scene with all that is on it: folders, servers that note what they hear, and a bystander.
type stage struct {
	scenes.Scene
	t    *testing.T
	uid  int  // of the arena and the bystander
	root bool // whether that is root

	heard     ears
	bystander bytes.Buffer // what it printed; read after the end of it
	finish    func()       // ends the bystander
}

// ears collects the names of attacks that came through.
type ears struct {
	mu    sync.Mutex
	names map[string]bool
}

func (e *ears) hear(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, word := range strings.Fields(text) {
		e.names[word] = true
	}
}

func (e *ears) heard(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.names[name]
}

// newStage builds a scene for a user.
func newStage(t *testing.T, game string, uid int) *stage {
	t.Helper()
	dir, err := os.MkdirTemp("", "hostile-scene")
	check(t, err)
	t.Cleanup(func() { removeAll(t, dir) })
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(dir))
	network, err := os.Readlink("/proc/self/ns/net")
	check(t, err)
	priority, err := unix.Getpriority(unix.PRIO_PROCESS, 0) // 20 less the nice value
	check(t, err)
	number := hash.Sum32()
	s := &stage{t: t, uid: uid, root: uid == 0, heard: ears{names: map[string]bool{}}, Scene: scenes.Scene{
		Game: game, Secret: fmt.Sprintf("secret-%08x", number), Root: dir, Arena: filepath.Join(dir, "arena"),
		Home: filepath.Join(dir, "home"), Rival: filepath.Join(dir, "rival"), Own: filepath.Join(dir, "hostile"),
		Network: network, Socket: filepath.Join(dir, "outside", "socket"), Datagram: filepath.Join(dir, "outside", "datagram"),
		Abstract: filepath.Base(dir), Queue: filepath.Base(dir), Segment: int(number >> 1), Nice: 20 - priority,
		Free: fmt.Sprintf("127.%d.%d.%d:4242", 1+number>>24%254, number>>12%256, 1+number%254),
	}}
	t.Cleanup(s.endAll)
	s.folders()
	s.servers()
	s.startBystander()
	check(t, s.Write())
	s.own()
	return s
}

func (s *stage) folders() {
	for _, dir := range []string{s.Arena, s.Home, s.Rival, s.Own, filepath.Dir(s.Socket), s.temporary()} {
		check(s.t, os.Mkdir(dir, 0o755))
		for _, name := range []string{"victim.txt", "removable.txt", "renamable.txt", "mode.txt", "time.txt"} {
			check(s.t, os.WriteFile(filepath.Join(dir, name), []byte("untouched, long enough to write over"), 0o644))
		}
		check(s.t, os.WriteFile(filepath.Join(dir, "secret.txt"), []byte(s.Secret), 0o644))
	}
	for _, dir := range []string{s.Rival, s.Own} {
		copyFile(s.t, botProgram, filepath.Join(dir, "bot"))
		text := fmt.Sprintf(`{"NickName": %q, "BotType": "CPlusPlus", "RunFile": "bot"}`, filepath.Base(dir))
		check(s.t, os.WriteFile(filepath.Join(dir, "bot.json"), []byte(text), 0o644))
		if s.Game == "hexabomb" { // so that the bot plays in the folder, where the tests leave messages, not in a copy of it
			check(s.t, unix.Mkfifo(filepath.Join(dir, "uncopied"), 0o644))
		}
	}
	check(s.t, os.Chmod(s.Root, 0o755))
}

// temporary is the arena's folder for temporary files.
func (s *stage) temporary() string { return filepath.Join(s.Root, "tmp") }

// own gives everything to the user of the scene.
func (s *stage) own() {
	if s.uid == os.Getuid() {
		return
	}
	check(s.t, filepath.WalkDir(s.Root, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, s.uid, s.uid))
	}))
}

// servers opens what the bot may not connect to.
func (s *stage) servers() {
	s.TCP = s.serve("tcp4", "127.0.0.1:0")
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		l.Close()
		s.TCP6 = s.serve("tcp6", "[::1]:0")
	}
	s.serve("unix", s.Socket)
	s.serve("unix", "@"+s.Abstract)
	s.UDP = s.servePackets("udp4", "127.0.0.1:0")
	s.servePackets("unixgram", s.Datagram)
	check(s.t, os.Chmod(s.Socket, 0o777))
	check(s.t, os.Chmod(s.Datagram, 0o777))
	s.openTerminal()
}

// openTerminal opens a terminal of the organiser's and listens to what is written to it.
func (s *stage) openTerminal() {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	check(s.t, err)
	s.t.Cleanup(func() { master.Close() })
	check(s.t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	check(s.t, err)
	s.Terminal = fmt.Sprintf("/dev/pts/%d", number)
	kept, err := os.OpenFile(s.Terminal, os.O_RDWR|unix.O_NOCTTY, 0) // without it the reader sees its end
	check(s.t, err)
	s.t.Cleanup(func() { kept.Close() })
	check(s.t, errors.Join(os.Chown(s.Terminal, s.uid, -1), os.Chmod(s.Terminal, 0o600)))
	go func() {
		for text := make([]byte, 1000); ; {
			n, err := master.Read(text)
			if err != nil {
				return
			}
			s.heard.hear(string(text[:n]))
		}
	}()
}

func (s *stage) serve(network, address string) (port int) {
	l, err := net.Listen(network, address)
	check(s.t, err)
	s.t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_ = c.SetDeadline(time.Now().Add(patience))
				text, _ := io.ReadAll(io.LimitReader(c, 1000))
				s.heard.hear(string(text))
			}()
		}
	}()
	if a, ok := l.Addr().(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

func (s *stage) servePackets(network, address string) (port int) {
	c, err := net.ListenPacket(network, address)
	check(s.t, err)
	s.t.Cleanup(func() { c.Close() })
	go func() {
		packet := make([]byte, 1000)
		for {
			n, _, err := c.ReadFrom(packet)
			if err != nil {
				return
			}
			s.heard.hear(string(packet[:n]))
		}
	}()
	if a, ok := c.LocalAddr().(*net.UDPAddr); ok {
		return a.Port
	}
	return 0
}

// knock tries the free address all the time, by TCP and UDP: a bot that listens there is found.
func (s *stage) knock() {
	ctx, cancel := context.WithCancel(context.Background())
	var knocking sync.WaitGroup
	s.t.Cleanup(func() { cancel(); knocking.Wait() })
	knocking.Go(func() {
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			if c, err := net.Dial("tcp4", s.Free); err == nil {
				c.Close()
			}
			if c, err := net.Dial("udp4", s.Free); err == nil {
				_, _ = c.Write([]byte("knock"))
				c.Close()
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
}

// startBystander starts a program of the organiser's that has nothing to do with the match.
func (s *stage) startBystander() {
	c := exec.Command(botProgram, "bystander", s.Root)
	c.SysProcAttr = s.attributes()
	out, err := c.StdoutPipe()
	check(s.t, err)
	check(s.t, c.Start())
	s.Bystander = c.Process.Pid
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		line := make([]byte, 100)
		for first := true; ; first = false {
			n, err := out.Read(line)
			s.bystander.Write(line[:n])
			if first {
				close(ready)
			}
			if err != nil {
				return
			}
		}
	}()
	s.finish = sync.OnceFunc(func() {
		_ = c.Process.Kill()
		<-done
		_ = c.Wait()
	})
	s.t.Cleanup(s.finish)
	<-ready
}

// attributes start a process as the user of the scene, in a process group of its own.
func (s *stage) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if s.uid != os.Getuid() {
		a.Credential = &syscall.Credential{Uid: uint32(s.uid), Gid: uint32(s.uid)}
	}
	return a
}

// environment is what the arena gets.
func (s *stage) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.Home, "TMPDIR=" + s.temporary(), scenes.Variable + "=" + s.Secret,
		"SSH_AUTH_SOCK=" + s.Socket}
}

// command is a command line of the arena as the user of the scene; it ends with the test.
func (s *stage) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	s.t.Cleanup(cancel)
	words := append([]string{
		"launch",
		"pid=" + filepath.Join(s.Own, scenes.ArenaFile),
		"open=" + filepath.Join(s.Home, "secret.txt"),
		"--",
		arenaProgram,
	}, args...)
	c := exec.CommandContext(ctx, botProgram, words...)
	c.Dir, c.Env, c.SysProcAttr = s.Arena, s.environment(), s.attributes()
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	return c
}

// endAll ends what is left of the scene's processes, whatever went wrong.
func (s *stage) endAll() {
	for pid := range s.processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	check(t, err)
	check(t, os.WriteFile(to, data, 0o755))
}

// removeAll removes a folder in which a bot may have left folders that nobody may enter.
func removeAll(t *testing.T, dir string) {
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return nil
	})
	if err := os.RemoveAll(dir); err != nil {
		t.Error(err)
	}
}
