//go:build linux && !race

package program

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	teststage "blastyard/internal/stage"
)

// watchMost is how much memory a replay may cost watch beyond its own size on disk.
const watchMost = 64 << 20

// writeBomb writes a replay that is not ours: a header, then what each turn gives.
func writeBomb(t *testing.T, file, header string, turns int, turn func(n int) string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(8<<20))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(z, `{"blast":1,"players":[{"name":"a"},{"name":"b"}],"limit_ms":0,"started":"2026-01-02T03:04:05Z",%s}`+"\n", header)
	for n := 1; n <= turns; n++ {
		io.WriteString(z, turn(n)) //nolint:errcheck // Close tells
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// bigReplays writes hostile replays, and honest big ones, into a folder.
func bigReplays(t *testing.T, dir string) {
	const hash = `"hash":"0000000000000000-0000-0000-0000-0000-0000"`
	const tree = `"game":"other","state":{}`
	at := func(name string) string { return filepath.Join(dir, name+".blast") }
	field := func(name, element string, times int) func(int) string {
		list := `[` + strings.Repeat(element+",", times-1) + element + `]`
		return func(n int) string { return fmt.Sprintf(`{"turn":%d,"state":{},"%s":%s}`+"\n", n, name, list) }
	}
	writeBomb(t, at("long-notes"), tree, 400, field("notes", `"`+strings.Repeat("x", 4_000_000)+`"`, 1))
	writeBomb(t, at("many-notes"), tree, 400, field("notes", `""`, 250_000))
	writeBomb(t, at("much-output"), tree, 400, field("output", `{"p":0}`, 200_000))
	writeBomb(t, at("one-line"), tree, 200, func(int) string { return strings.Repeat(" ", 1<<20) })

	var cells, painted []string
	for i := range 65_000 {
		cells = append(cells, fmt.Sprintf(`{"q":%d,"r":%d}`, i%255, i/255))
		painted = append(painted, fmt.Sprintf(`{"q":%d,"r":%d,"color":%d}`, i%255, i/255, i%3))
	}
	board := `"game":"hexabomb",` + hash + `,"map":{"file":{"cells":[` + strings.Join(cells, ",") + `],"initial_positions":{"0":[{"q":0,"r":0}],"1":[{"q":5,"r":5}]}}}`
	writeBomb(t, at("huge-board"), board, 65535, func(n int) string { return fmt.Sprintf(`{"turn":%d,%s}`+"\n", n, hash) })
	asks := `[` + strings.Repeat(`{},`, 250_000) + `{}]`
	writeBomb(t, at("many-actions"), board, 300, func(n int) string { return fmt.Sprintf(`{"turn":%d,"moves":[{"p":0,"a":%s}],%s}`+"\n", n, asks, hash) })
	state := func(cells, characters, score string) string {
		return `"state":{"cells":[` + cells + `],"characters":[` + characters + `],"bombs":[],"explosions":{},"cell_count":{},"score":{` + score + `}}`
	}
	hexabomb := `"game":"hexabomb",` + state(`{"q":0,"r":0}`, "", "")
	large := state(strings.Join(painted, ","), "", "")
	writeBomb(t, at("large-states"), `"game":"hexabomb",`+large, 80, func(n int) string { return fmt.Sprintf(`{"turn":%d,%s}`+"\n", n, large) })
	characters := state(`{"q":0,"r":0}`, strings.Repeat(`{},`, 250_000)+`{}`, "")
	writeBomb(t, at("many-characters"), hexabomb, 40, func(n int) string { return fmt.Sprintf(`{"turn":%d,%s}`+"\n", n, characters) })

	args := []string{"play", "--map", "arena4", "--turns", "65535", "--seed", "1", "--quiet", "--replay", at("honest")}
	for range 4 {
		args = append(args, "--bot", "builtin:idle")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if code := Run(ctx, args, strings.NewReader(""), io.Discard, os.Stderr); code != 0 {
		t.Fatalf("play ended with %d", code)
	}
}

// watched is a program that shows a file.
type watched struct {
	t   *testing.T
	pid int
	url string
}

// startWatch starts the program itself; it is stopped when the test ends.
func startWatch(t *testing.T, path string) *watched {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	cmd := exec.CommandContext(ctx, self)
	cmd.Args = []string{"blastyard", "watch", "--no-browser", "--listen", "127.0.0.1:0", path}
	out, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	said := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, url, ok := strings.Cut(lines.Text(), "watch at "); ok {
				said <- url
			}
		}
		close(said)
	}()
	t.Cleanup(func() {
		cancel()
		for range said { //nolint:revive // until its end
		}
		_ = cmd.Wait() // it was killed
	})
	url, ok := <-said
	if !ok {
		t.Fatalf("watch %s said no address", path)
	}
	return &watched{t, cmd.Process.Pid, url}
}

func (w *watched) get(path string) []byte {
	w.t.Helper()
	client := http.Client{Timeout: 5 * time.Minute}
	defer client.CloseIdleConnections()
	r, err := client.Get(w.url + path)
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %s, %v, %.200s", path, r.Status, err, body)
	}
	return body
}

var memoryLine = regexp.MustCompile(`(VmHWM|RssAnon|RssFile):\s+(\d+) kB`)

// peak is the most memory that the program ever had, in bytes, as far as is known now, without the pages of its own file:
// how many of these a system maps depends on how it reads ahead, and they cost nothing that is not on disk anyway.
func (w *watched) peak() int {
	w.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.pid))
	if err != nil {
		w.t.Fatal(err)
	}
	bytes := map[string]int{}
	for _, found := range memoryLine.FindAllStringSubmatch(string(status), -1) {
		kB, err := strconv.Atoi(found[2])
		if err != nil {
			w.t.Fatal(err)
		}
		bytes[found[1]] = kB << 10
	}
	if len(bytes) != 3 {
		w.t.Skip("the system does not tell how much memory a program had")
	}
	return max(bytes["VmHWM"]-bytes["RssFile"], bytes["RssAnon"])
}

// look opens a match and looks at its first turns, those in the middle and the last ones.
func (w *watched) look(id string) (turns int) {
	w.t.Helper()
	var m struct{ Turn int }
	if err := json.Unmarshal(w.get("api/matches/"+id), &m); err != nil {
		w.t.Fatal(err)
	}
	for _, chunk := range []int{0, m.Turn / 128, m.Turn / 64} {
		w.get(fmt.Sprintf("api/matches/%s/turns/%d", id, chunk))
	}
	return m.Turn
}

// A replay costs watch at most 64 MB of memory beyond its own size, be it hostile or honest and big; the list is there all the
// time.
func TestWatchMemory(t *testing.T) {
	teststage.Only(t, "measures memory for a minute and a half")
	dir := t.TempDir()
	small := filepath.Join(t.TempDir(), "small.blast")
	if code, _, text := run(t, "", "play", "--map", "tiny", "--turns", "20", "--seed", "1", "--quiet", "--replay", small); code != 0 {
		t.Fatal(text)
	}
	w := startWatch(t, small)
	w.look("small")
	base := w.peak()
	bigReplays(t, dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.blast"))
	if err != nil || len(files) != 9 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".blast")
		now := time.Now() // as if it were being written: what its reader needs is kept while its turns are drawn
		if err := os.Chtimes(file, now, now); err != nil {
			t.Fatal(err)
		}
		w := startWatch(t, file)
		opened := make(chan int, 1)
		go func() { opened <- w.look(name) }()
		turns, lists, most := -1, 0, 0
		for turns < 0 {
			w.get("api/matches")
			lists++
			most = max(most, w.peak())
			select {
			case turns = <-opened:
			default:
			}
		}
		more := max(most, w.peak()) - base
		t.Logf("%s: %d kB, %d turns shown, %d MB more, %d lists meanwhile", name, info.Size()>>10, turns, more>>20, lists)
		if allowed := watchMost + int(info.Size()); more > allowed {
			t.Errorf("%s: %d bytes on disk cost %d bytes of memory, want at most %d", name, info.Size(), more, allowed)
		}
		if name == "honest" && turns != 65535 || name == "huge-board" && turns != 65535 || turns < 0 {
			t.Errorf("%s: %d turns are shown", name, turns)
		}
	}
}
