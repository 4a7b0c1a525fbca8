//go:build unix

package program

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"blastyard/docs"
	"blastyard/internal/freeport"
	teststage "blastyard/internal/stage"
	"blastyard/show/lab/module"
	"blastyard/show/lab/module/moduletest"
	"blastyard/show/live"
)

// A transcript is a block of the manual between ```console and ```: lines that begin with "$ " are command lines of a
// shell, what follows is what they print. A line "…" stands for any lines, a "…" in a line for any text, and where nothing
// follows nothing is compared. [exit 1] is the exit code where it is not 0. The blocks of a page run one after the other in
// one folder. A command line that ends with " &" goes on in the background, from its first line of output on; what it
// prints is not compared. It is interrupted at the end of the block, or awaited by "wait".
//
// A block that begins with ```LANGUAGE FILE is that file, which is written into the folder.
type transcript struct {
	page  string
	line  int
	steps []transcriptStep
	file  string // its name; empty: commands
	text  string // of the file
}

type transcriptStep struct {
	line    int
	command string
	want    []string
	exit    int
}

// transcripts are the blocks of a page.
func transcripts(t *testing.T, page, text string) (list []transcript) {
	t.Helper()
	inside := false
	for i, line := range strings.Split(text, "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		_, file, isFile := strings.Cut(line, " ")
		switch {
		case !inside && isFile && strings.HasPrefix(line, "```"):
			inside = true
			list = append(list, transcript{page: page, line: i + 1, file: file})
			continue
		case !inside && line == "```console":
			inside = true
			list = append(list, transcript{page: page, line: i + 1})
			continue
		case !inside:
			continue
		case line == "```":
			inside = false
			continue
		}
		b := &list[len(list)-1]
		if b.file != "" {
			b.text += line + "\n"
			continue
		}
		if isCommand {
			b.steps = append(b.steps, transcriptStep{line: i + 1, command: command})
			continue
		}
		if len(b.steps) == 0 {
			t.Fatalf("%s:%d: output before the first command", page, i+1)
		}
		s := &b.steps[len(b.steps)-1]
		if code, is := strings.CutPrefix(line, "[exit "); is {
			n, err := strconv.Atoi(strings.TrimSuffix(code, "]"))
			if err != nil {
				t.Fatalf("%s:%d: %v", page, i+1, err)
			}
			s.exit = n
			continue
		}
		s.want = append(s.want, line)
	}
	return list
}

// longPages are those whose transcripts play many matches with programs: `make test-all` runs them.
var longPages = []string{"competitions", "organiser", "protocol"}

// longMatch begins the command of a transcript that starts programs in each of its 160 rounds: `make test-all` runs it.
const longMatch = "blastyard bomberman -b bomber "

// long tells whether the transcript has the long match.
func (b *transcript) long() bool {
	return slices.ContainsFunc(b.steps, func(s transcriptStep) bool { return strings.HasPrefix(s.command, longMatch) })
}

// TestManual runs the transcripts of every page.
func TestManual(t *testing.T) {
	pages, err := fs.Glob(docs.Files(), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range pages {
		if page == tutorialPage {
			continue // see TestTutorial
		}
		text, err := fs.ReadFile(docs.Files(), page)
		if err != nil {
			t.Fatal(err)
		}
		list := transcripts(t, page, string(text))
		if ran += len(list); len(list) == 0 {
			continue
		}
		name := strings.TrimSuffix(page, ".md")
		t.Run(name, func(t *testing.T) {
			if slices.Contains(longPages, name) {
				teststage.Only(t, "plays many matches with programs")
			}
			t.Parallel()
			shell := newManualShell(t)
			for _, b := range list {
				if !b.long() || teststage.All() {
					shell.run(t, b)
				}
			}
		})
	}
	if ran == 0 {
		t.Error("the manual has no transcripts")
	}
}

// A manualShell runs command lines in a folder of its own.
type manualShell struct {
	dir     string
	ports   *strings.Replacer // the ports of the manual become free ones
	lab     string            // the folder of the laboratory's module
	running []*background

	patience time.Duration // how long a command may take
}

func newManualShell(t *testing.T) *manualShell {
	t.Helper()
	return &manualShell{dir: t.TempDir(), lab: moduletest.Folder(t), ports: strings.NewReplacer("4242", freeport.Text(t), "8080", freeport.Text(t), "19010", freeport.Text(t)), patience: 10 * time.Minute}
}

func (m *manualShell) command(t *testing.T, line string) *exec.Cmd {
	t.Helper()
	line = strings.Replace(line, "blastyard bot check ", "blastyard bot check --turn-time 20s ", 1) // beside other tests
	cmd := exec.CommandContext(t.Context(), "sh", "-c", m.ports.Replace(line))
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", module.Variable+"="+m.lab)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// transcriptTime is how long a command of the manual may take.
const transcriptTime = 2 * time.Minute

func (m *manualShell) run(t *testing.T, b transcript) {
	t.Helper()
	if b.file != "" {
		if err := os.WriteFile(filepath.Join(m.dir, b.file), []byte(b.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range b.steps {
		where := fmt.Sprintf("docs/%s:%d: %s", b.page, s.line, s.command)
		if line, is := strings.CutSuffix(s.command, " &"); is {
			m.start(t, where, line)
			continue
		}
		if s.command == "wait" {
			m.wait(t, where)
			continue
		}
		var out bytes.Buffer
		cmd := m.command(t, s.command)
		cmd.Stdout, cmd.Stderr = &out, &out
		timer := time.AfterFunc(m.patience, func() { cmd.Cancel() }) //nolint:errcheck // it has ended
		err := cmd.Run()
		timer.Stop()
		if code := cmd.ProcessState.ExitCode(); code != s.exit {
			t.Errorf("%s\nexit %d (%v), expected %d\n%s", where, code, err, s.exit, out.String())
		}
		if len(s.want) > 0 && !matches(s.want, out.String(), m.ports) {
			t.Errorf("%s\nprints\n%s\nexpected\n%s", where, out.String(), strings.Join(s.want, "\n"))
		}
	}
	m.interrupt(t)
}

var spaces = regexp.MustCompile(`[ \t]+`)

// matches compares output with the lines of a transcript. How many spaces stand between words does not matter.
func matches(want []string, got string, ports *strings.Replacer) bool {
	var pattern strings.Builder
	pattern.WriteString(`^`)
	for _, line := range want {
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		parts := strings.Split(spaces.ReplaceAllString(ports.Replace(line), " "), "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern.WriteString(strings.Join(parts, `.*?`) + ` ?\n`)
	}
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	return regexp.MustCompile(pattern.String() + `$`).MatchString(spaces.ReplaceAllString(got, " "))
}

// A background is a command that goes on while others run.
type background struct {
	where string
	cmd   *exec.Cmd
	out   firstLine
	ended chan error
}

// firstLine collects output and tells when there is some.
type firstLine struct {
	mutex sync.Mutex
	all   bytes.Buffer
	first chan struct{}
}

func (f *firstLine) Write(p []byte) (int, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.all.Len() == 0 && len(p) > 0 {
		close(f.first)
	}
	return f.all.Write(p)
}

func (f *firstLine) String() string {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.all.String()
}

func (m *manualShell) start(t *testing.T, where, line string) {
	t.Helper()
	b := &background{where: where, cmd: m.command(t, line), ended: make(chan error, 1)}
	b.out.first = make(chan struct{})
	b.cmd.Stdout, b.cmd.Stderr = &b.out, &b.out
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	m.running = append(m.running, b)
	go func() { b.ended <- b.cmd.Wait() }()
	select {
	case <-b.out.first:
	case err := <-b.ended:
		b.ended <- err
	case <-time.After(transcriptTime):
		t.Errorf("%s: it prints nothing", where)
	}
}

// wait lets what runs in the background end by itself.
func (m *manualShell) wait(t *testing.T, where string) {
	t.Helper()
	for _, b := range m.running {
		select {
		case err := <-b.ended:
			if err != nil {
				t.Errorf("%s: %v\n%s", b.where, err, b.out.String())
			}
		case <-time.After(transcriptTime):
			b.cmd.Cancel() //nolint:errcheck // it has ended
			t.Errorf("%s: %s goes on:\n%s", where, b.where, b.out.String())
		}
	}
	m.running = nil
}

// interrupt ends what runs in the background, as Ctrl-C does.
func (m *manualShell) interrupt(t *testing.T) {
	t.Helper()
	for _, b := range m.running {
		if err := syscall.Kill(-b.cmd.Process.Pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Errorf("%s: %v\n%s", b.where, err, b.out.String())
		}
		select {
		case <-b.ended:
		case <-time.After(transcriptTime):
			b.cmd.Cancel() //nolint:errcheck // it has ended
			t.Errorf("%s: Ctrl-C does not end it:\n%s", b.where, b.out.String())
		}
	}
	m.running = nil
}

// TestTranscripts: what a transcript says of output holds, or does not.
func TestTranscripts(t *testing.T) {
	list := transcripts(t, "page.md", "a\n```sh\n$ no\n```\n```py x.py\n$ no\n\n1\n```\n```console\n$ one\nout\n[exit 2]\n$ two\n```\n```console\n$ three\n```\n")
	if len(list) != 3 || list[0].file != "x.py" || list[0].text != "$ no\n\n1\n" {
		t.Fatalf("read: %+v", list)
	}
	list = list[1:]
	if len(list[0].steps) != 2 || list[0].steps[0].exit != 2 || list[0].steps[1].command != "two" || list[1].line != 16 {
		t.Errorf("read: %+v", list)
	}
	ports := strings.NewReplacer("4242", "5000")
	for _, c := range []struct {
		want, got string
		is        bool
	}{
		{"a", "a\n", true},
		{"a", "a", true},
		{"a", "a\nb\n", false},
		{"a\n…", "a\nb\n", true},
		{"…\nb", "a\nb\n", true},
		{"…\nb", "a\nbc\n", false},
		{"…\nb\n…", "a\nb\nc\n", true},
		{"a … c", "a b c\n", true},
		{"a … d", "a b c\n", false},
		{"a.c", "abc\n", false},
		{"  a b", " a   b  \n", true},
		{"port 4242", "port 5000\n", true},
	} {
		if got := matches(strings.Split(c.want, "\n"), c.got, ports); got != c.is {
			t.Errorf("%q in %q: %v", c.want, c.got, got)
		}
	}
}

// TestManualIsServed: the page of matches has the manual beside it.
func TestManualIsServed(t *testing.T) {
	p, err := live.Open(live.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, address := range []string{"docs/", "docs/rules-hexabomb.html", "docs/pictures/hexabomb-chain-2.svg", "docs/tutorial/step1/bot.py"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", address, res.Status)
		}
	}
}
