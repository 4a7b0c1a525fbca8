//go:build unix

//stage:first its tests take long

package rounds

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/arena/harness"
	"go.uber.org/goleak"
)

// botWord as third argument makes this test binary one of the bots below; the fourth says which.
const botWord = "ROUNDS-TEST-BOT"

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if len(os.Args) > 4 && os.Args[3] == botWord {
		time.AfterFunc(2*time.Minute, func() { syscall.Exit(99) }) // a bot ends in any case
		misbehave(os.Args[1], os.Args[2], os.Args[4])
		syscall.Exit(0) // at once: with a race detector in a sandbox os.Exit sleeps for a second
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise each bot takes a second to end under the race detector
	goleak.VerifyTestMain(m)
}

func misbehave(key, folder, kind string) {
	move := filepath.Join(folder, MoveFile)
	leave := func(text string) { must(os.WriteFile(move, []byte(text), 0o666)) }
	switch kind {
	case "leaves its mark": // writes files wherever it can
		_, known := os.Stat("notes.txt")
		fmt.Println("user", os.Getuid(), "knows", known == nil)
		must(os.WriteFile("notes.txt", nil, 0o666))
		for _, dir := range []string{"..", "../..", "../../.."} {
			if os.WriteFile(filepath.Join(folder, dir, "evil.txt"), nil, 0o666) == nil {
				fmt.Println("wrote into", dir)
			}
		}
		must(os.MkdirAll(filepath.Join(folder, "deep", "deeper"), 0o777))
		must(os.WriteFile(filepath.Join(folder, "deep", "deeper", "kept.txt"), []byte("kept"), 0o600))
		must(os.Symlink("/etc/passwd", filepath.Join(folder, "deep", "link")))
		must(syscall.Mkfifo(filepath.Join(folder, "deep", "pipe"), 0o666))
		must(changeMode(filepath.Join(folder, "deep"), 0))
		must(os.Mkdir(filepath.Join(folder, "closed"), 0)) // everybody can create a folder without rights
		leave("4")
	case "good":
		must2(os.ReadFile(filepath.Join(folder, "state.json")))
		must2(os.ReadFile(filepath.Join(folder, "map.txt")))
		must2(os.ReadFile("bot.json")) // it starts in its own folder
		fmt.Println("I am", key)
		leave("4\n")
	case "looks one folder up":
		lookUp(folder)
		leave("3")
	case "remembers":
		remember(key, folder)
		leave("3")
	case "traps its private folder": // what the next round is to be shown in, and all the rest
		leave("3")
		trap(os.Getenv("TMPDIR"), folder)
	case "fills its private folder":
		for _, name := range []string{"one", "two"} {
			file := filepath.Join(os.Getenv("TMPDIR"), name)
			must(os.WriteFile(file, nil, 0o666))
			must(os.Truncate(file, 200<<20)) // takes no disk
		}
		leave("3")
	case "slow and good":
		time.Sleep(100 * time.Millisecond)
		leave("2")
	case "good when told":
		for os.Remove("told") != nil {
			time.Sleep(10 * time.Millisecond)
		}
		leave("2")
	case "crash":
		fmt.Fprintln(os.Stderr, "panic: boom")
		syscall.Exit(3)
	case "moves and crashes":
		leave("1")
		syscall.Exit(4)
	case "no file":
	case "garbage":
		leave(strings.Repeat("\x00\xff", 1<<20))
	case "directory":
		must(os.Mkdir(move, 0o777))
	case "pipe":
		must(syscall.Mkfifo(move, 0o666))
	case "log is a pipe":
		must(syscall.Mkfifo(filepath.Join(folder, "log.txt"), 0o666))
		leave("1")
	case "sleeper":
		time.Sleep(time.Minute)
	case "late":
		leave("1")
		time.Sleep(time.Minute)
	case "child":
		cmd := exec.Command(os.Args[0], key, folder, botWord, "sleeper")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		must(cmd.Start())
		fmt.Println("child", cmd.Process.Pid)
		leave("5")
	case "daemon", "daemon's parent": // two generations in their own sessions, without environment
		next := map[string]string{"daemon": "daemon's parent", "daemon's parent": "sleeper"}[kind]
		cmd := exec.Command(os.Args[0], key, folder, botWord, next)
		cmd.Env, cmd.Stdout, cmd.Stderr = []string{"A=b"}, os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		must(cmd.Start())
		if next == "sleeper" {
			fmt.Println("child", cmd.Process.Pid)
			return
		}
		must(cmd.Wait())
		leave("5")
	case "endless output":
		leave("3")
		for {
			fmt.Println(strings.Repeat("y", 1000))
		}
	case "removes its folder":
		must(os.RemoveAll(folder))
	case "removes the match":
		must(os.RemoveAll(filepath.Dir(filepath.Dir(folder))))
	case "links out":
		must(os.RemoveAll(folder))
		must(os.Symlink(os.Getenv("HOME"), folder))
	case "writes ahead": // into the folders of rounds to come, and over the round's own files
		match := filepath.Dir(filepath.Dir(folder))
		if filepath.Base(filepath.Dir(folder)) != "0" {
			leave("1")
			return
		}
		_ = os.MkdirAll(filepath.Join(match, "1", "B", "log.txt", "x"), 0o777)
		_ = os.WriteFile(filepath.Join(match, "1", "B", MoveFile), []byte("1"), 0o666)
		_ = os.WriteFile(filepath.Join(match, "2"), []byte("1"), 0o666)
		_ = os.MkdirAll(filepath.Join(match, "0", "engine.log"), 0o777)
		leave("1")
	case "fills its folder":
		must(os.WriteFile("big", nil, 0o666))
		must(os.Truncate("big", 300<<20)) // a sparse file
		leave("1")
	case "many files of its own":
		for i := range 10_001 {
			must(os.Symlink("nowhere", fmt.Sprint("link", i)))
		}
		leave("1")
	case "links to the first":
		must(os.Symlink("../A/"+MoveFile, move))
	case "hides in the first's folder":
		must(os.RemoveAll(folder))
		must(os.Symlink("A", folder))
	case "alone": // no other bot may run at the same time
		lock := os.Getenv("ROUNDS_LOCK")
		must2(os.OpenFile(lock, os.O_CREATE|os.O_EXCL, 0o666))
		time.Sleep(50 * time.Millisecond)
		must(os.Remove(lock))
		leave("1")
	case "meets another": // each waits for the other's file
		meet := os.Getenv("ROUNDS_LOCK")
		must(os.WriteFile(filepath.Join(meet, key), nil, 0o666))
		for range 6000 {
			if _, err := os.Stat(filepath.Join(meet, string('A'+'B'-key[0]))); err == nil {
				leave("1")
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	case "links to a rival":
		must(os.Symlink("../B/"+MoveFile, move))
	case "folder is a rival's":
		must(os.RemoveAll(folder))
		must(os.Symlink("B", folder))
	case "changes the state":
		must(os.WriteFile(filepath.Join(folder, "state.json"), []byte("{}"), 0o666))
		leave("1")
	case "changes the round":
		must(os.WriteFile(filepath.Join(folder, "..", "map.txt"), []byte("mine"), 0o666))
		must(os.RemoveAll(filepath.Join(folder, "..", "roundInfo.json")))
		leave("1")
	case "huge move":
		leave("1")
		must(os.Truncate(move, 256<<20))
	case "other letters":
		must(os.WriteFile(filepath.Join(folder, "Move.TXT"), []byte("3"), 0o666))
	case "two of other letters":
		must(os.WriteFile(filepath.Join(folder, "Move.TXT"), []byte("3"), 0o666))
		must(os.WriteFile(filepath.Join(folder, "MOVE.txt"), []byte("1"), 0o666))
	case "long move":
		leave("1" + strings.Repeat(" and more", 10_000))
	case "many files":
		for i := range 200 {
			must(os.MkdirAll(filepath.Join(folder, fmt.Sprint("d", i/10), fmt.Sprint(i)), 0o777))
		}
		leave("1")
	case "big file":
		must(os.WriteFile(filepath.Join(folder, "big"), make([]byte, 2<<20), 0o666))
		leave("1")
	case "no rights":
		match := filepath.Dir(filepath.Dir(folder))
		n, err := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
		must(err)
		must(os.MkdirAll(filepath.Join(match, strconv.Itoa(n+1), "deep", "deeper"), 0o777))
		must(changeMode(filepath.Join(match, strconv.Itoa(n+1), "deep"), 0))
		leave("1")
		must(changeMode(folder, 0o500))
	default:
		must(fmt.Errorf("no bot %q", kind))
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		syscall.Exit(98)
	}
}

func must2[T any](_ T, err error) { must(err) }

// testBot creates the folder of a bot of one of the kinds above.
func testBot(t testing.TB, kind string) *Bot {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "bot")
	if os.Link(os.Args[0], program) != nil { // the folder is on another disk
		if err := copyFile(os.Args[0], program); err != nil {
			t.Fatal(err)
		}
	}
	text, err := json.Marshal(map[string]any{"NickName": kind, "BotType": "CPlusPlus", "RunFile": "bot", "RunArgs": []string{botWord, kind}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, BotFile), text, 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := ReadBot(dir)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o777)
}

// alive reports whether a process runs and is not a zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(stat), ") Z")
}

// changeMode changes the mode of a folder, unless the sandbox denies it.
func changeMode(folder string, mode os.FileMode) error {
	if err := os.Chmod(folder, mode); !errors.Is(err, syscall.EPERM) {
		return err
	}
	return nil
}
