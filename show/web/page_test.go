package web_test

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"blastyard/bots/hexabots"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
	"blastyard/show/lab/module"
	"blastyard/show/lab/module/moduletest"
	"blastyard/show/web"
)

const hostile = `</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> "'&` + "\u2028"

// record plays 100 turns on the map of 415 cells.
func record(t *testing.T) (web.Data, [][]byte) {
	t.Helper()
	m, err := maps.Load("arena4")
	if err != nil {
		t.Fatal(err)
	}
	b, err := hexabomb.NewBoard(m, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := hexabomb.NewState(b)
	show := viewer.Header{Game: "hexabomb", Title: hostile, Turns: 100, Limit: 1000}
	var bots []hexabots.Bot
	var seats []viewer.Seat
	for p := range 4 {
		bot, err := hexabots.New("hunter", b, p, uint64(p))
		if err != nil {
			t.Fatal(err)
		}
		bots = append(bots, bot)
		seats = append(seats, viewer.Seat{Name: hostile, Connected: true})
		show.Players = append(show.Players, viewer.HeaderPlayer{Name: hostile, Bot: "builtin:hunter"})
	}
	d := web.Data{Title: hostile, End: (&viewer.End{Turns: 100, Winner: -1}).AppendJSON(nil)}
	before := &viewer.Frame{}
	games.PictureHexabomb(before, s, 100, seats)
	if len(before.Cells) != 415 {
		t.Fatalf("the map has %d cells, expected 415", len(before.Cells))
	}
	show.SetBoard(before)
	d.Header = show.AppendJSON(nil)
	lines := [][]byte{before.AppendJSON(nil)}
	for turn := range 100 {
		var actions []hexabomb.Action
		for p, bot := range bots {
			actions = bot.Act(actions, s)
			seats[p].Micros = 1000*turn + 37*p
		}
		s.Step(actions, nil)
		f := &viewer.Frame{}
		games.PictureHexabomb(f, s, 100, seats)
		f.AddEvents(before)
		lines = append(lines, f.AppendJSON(nil))
		before = f
	}
	d.Frames = each(lines)
	return d, lines
}

// each iterates over lines, in a buffer that the next one overwrites.
func each(lines [][]byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var line []byte
		for _, text := range lines {
			if line = append(line[:0], text...); !yield(line, nil) {
				return
			}
		}
	}
}

func TestPage(t *testing.T) {
	d, lines := record(t)
	var out bytes.Buffer
	if err := web.Page(&out, d); err != nil {
		t.Fatal(err)
	}
	const most = 400_000
	t.Logf("100 turns of 415 cells: %d bytes", out.Len())
	if out.Len() > most {
		t.Errorf("100 turns of 415 cells are %d bytes, at most %d are wanted", out.Len(), most)
	}
	page := out.String()
	if n := strings.Count(strings.ToLower(page), "</script"); n != 2 {
		t.Errorf("%d scripts end in the page, expected 2", n)
	}
	if n := strings.Count(strings.ToLower(page), "</style"); n != 1 {
		t.Errorf("%d styles end in the page, expected 1", n)
	}
	if strings.Contains(page, "alert(1)</script>") || strings.Contains(page, "<img src=x") {
		t.Error("a hostile text stands in the page as HTML")
	}
	if strings.Contains(page, ` src="`) {
		t.Error("the page loads something")
	}
	checkPolicy(t, page)
	want := append([][]byte{d.Header, d.End}, lines...)
	if got := unpack(t, page); !bytes.Equal(got, append(bytes.Join(want, []byte("\n")), '\n')) {
		t.Error("the lines of the match are not those in the page")
	}
}

// checkPolicy checks that the policy names the hashes of the page's script and style.
func checkPolicy(t *testing.T, page string) {
	t.Helper()
	for kind, form := range map[string]string{"script-src": `(?s)<script type="module">(.*?)</script>`, "style-src": `(?s)<style>(.*?)</style>`} {
		inside := regexp.MustCompile(form).FindStringSubmatch(page)
		if inside == nil {
			t.Fatalf("the page has no part for %s", kind)
		}
		sum := sha256.Sum256([]byte(inside[1]))
		want := fmt.Sprintf("%s 'sha256-%s';", kind, base64.StdEncoding.EncodeToString(sum[:]))
		if head, _, _ := strings.Cut(page, "<title>"); !strings.Contains(head, want) {
			t.Errorf("the policy does not hold %s", want)
		}
	}
}

func unpack(t *testing.T, page string) []byte {
	t.Helper()
	packed := regexp.MustCompile(`id="data">([A-Za-z0-9+/=]*)</script>`).FindStringSubmatch(page)
	if packed == nil {
		t.Fatal("the page holds no data")
	}
	text, err := io.ReadAll(flate.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed[1]))))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPageWithoutEnd(t *testing.T) {
	var out bytes.Buffer
	if err := web.Page(&out, web.Data{Title: "t", Header: []byte(`{"players":[]}`), Frames: each([][]byte{[]byte(`{"turn":0}`)})}); err != nil {
		t.Fatal(err)
	}
	if got, want := string(unpack(t, out.String())), "{\"players\":[]}\nnull\n{\"turn\":0}\n"; got != want {
		t.Errorf("the page holds %q, expected %q", got, want)
	}
}

type fullDisk struct{}

var errFull = errors.New("full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestPageHoldsNoFrames: what is written leaves while frames still come, and an error among them ends the page.
func TestPageHoldsNoFrames(t *testing.T) {
	const size, most = 64 << 10, 4 << 20
	random := rand.NewChaCha8([32]byte{1})
	var out bytes.Buffer
	made, behind := 0, 0
	end := errors.New("the end")
	err := web.Page(&out, web.Data{Header: []byte("{}"), Frames: func(yield func([]byte, error) bool) {
		line := make([]byte, size)
		for ; made < 4*most; made += size {
			_, _ = random.Read(line)
			hex := fmt.Appendf(nil, "%x", line[:size/2]) // half of its size when it is compressed
			behind = max(behind, made/2-out.Len())
			if !yield(hex, nil) {
				return
			}
		}
		yield(nil, end)
	}})
	if !errors.Is(err, end) || behind > most/2 {
		t.Errorf("%v; the page was %d bytes behind its frames, expected %d at most", err, behind, most/2)
	}
}

// TestLongPage: a page that is compressed in two ways is one stream.
func TestLongPage(t *testing.T) {
	random := rand.NewChaCha8([32]byte{2})
	lines, line := [][]byte{}, make([]byte, 32<<10)
	for size := 0; size < 9<<20; size += 64 << 10 {
		_, _ = random.Read(line)
		lines = append(lines, fmt.Appendf(nil, "%x", line))
	}
	var out bytes.Buffer
	if err := web.Page(&out, web.Data{Header: []byte("{}"), Frames: each(lines)}); err != nil {
		t.Fatal(err)
	}
	want := append(append([]byte("{}\nnull\n"), bytes.Join(lines, []byte("\n"))...), '\n')
	if got := unpack(t, out.String()); !bytes.Equal(got, want) {
		t.Errorf("%d bytes are in the page, which are not the %d of its lines", len(got), len(want))
	}
}

func TestPageTellsWhatFailed(t *testing.T) {
	if err := web.Page(fullDisk{}, web.Data{}); !errors.Is(err, errFull) {
		t.Errorf("error %v, expected %v", err, errFull)
	}
}

// TestPageWithTheRules: a page with the rules contains what its worker needs, in its smallest form, and its policy
// allows only that.
func TestPageWithTheRules(t *testing.T) {
	var out, plain bytes.Buffer
	d, _ := record(t)
	if err := web.Page(&plain, d); err != nil {
		t.Fatal(err)
	}
	d.Lab = moduletest.Module(t)
	if err := web.Page(&out, d); err != nil {
		t.Fatal(err)
	}
	const most = 3 << 20
	if t.Logf("100 turns of 415 cells with the rules: %d bytes", out.Len()); out.Len() > most {
		t.Errorf("100 turns of 415 cells with the rules are %d bytes, at most %d are wanted", out.Len(), most)
	}
	page := out.String()
	inside := regexp.MustCompile(`(?s)<script type="text/plain" id="lab-worker">(.*?)</script>\n<script type="application/octet-stream;gzip;base128" id="lab">(.*?)</script>\n`).FindStringSubmatch(page)
	if inside == nil {
		t.Fatal("the rules are not in the page")
	}
	script := inside[1]
	if !strings.Contains(script, "globalThis.Go =") || !strings.Contains(script, "blastyardLab") {
		t.Errorf("the worker's script is %.100q", script)
	}
	if len(inside[2]) < 1_000_000 || strings.ContainsAny(inside[2], "\x00\r<") || !utf8.ValidString(inside[2]) {
		t.Errorf("the module is %d bytes of the page: %.100q", len(inside[2]), inside[2])
	}
	without := strings.Replace(strings.Replace(page, inside[0], "", 1), " 'wasm-unsafe-eval'; worker-src blob:;", ";", 1)
	if without != plain.String() {
		t.Error("the page has more than the rules and what its policy allows them")
	}
	d.Lab = &module.Module{}
	if err := web.Page(io.Discard, d); err == nil {
		t.Error("a page is made of rules that are not there")
	}
	for _, ends := range []string{"</script>", "</SCRIPT ", "<!-- "} {
		d.Lab = &module.Module{Wasm: []byte{0}, Loader: []byte("'" + ends + "'")}
		if err := web.Page(io.Discard, d); err == nil {
			t.Errorf("a page is made with %q in a script", ends)
		}
	}
}
