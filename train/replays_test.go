package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/train/internal/dataset"
	"blastyard/train/observe"
)

const goldenReplay = "../replay/testdata/golden/hexabomb-classical.blast"

// servingRows opens replays as the program does.
func servingRows(t *testing.T, config string) (*rows, *arrays) {
	t.Helper()
	m, err := modeOf([]byte(config), "test")
	if err != nil {
		t.Fatal(err)
	}
	r := m.(*rows)
	t.Cleanup(r.close)
	a := &arrays{&r.layout, make([]byte, r.layout.Size)}
	if err := r.open(a); err != nil {
		t.Fatal(err)
	}
	return r, a
}

// answersOf returns the answers to lines of requests.
func answersOf(t *testing.T, r *rows, requests string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := r.serve(newLink(strings.NewReader(requests), &out)); err == nil {
		t.Fatal("serve ended without an error")
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestDatasetRows: the arrays are the rows of package dataset, batch by batch.
func TestDatasetRows(t *testing.T) {
	r, a := servingRows(t, fmt.Sprintf(`{"mode":"dataset","replays":[%q],"batch":33}`, goldenReplay))
	if f := r.facts; f.Game != gameHexabomb || f.Replays != 1 || len(f.Seats) != f.Players || len(f.PlaneNames) == 0 {
		t.Errorf("facts %+v", f)
	}
	d, err := dataset.Open([]string{goldenReplay}, dataset.Options{Form: observe.Planes})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	want := dataset.Batch{
		Rows:     33,
		Channels: make([]byte, 33*d.Spec.ViewBytes()),
		Scalars:  make([]float32, 33*len(d.Spec.Scalars)),
		Mask:     make([]byte, 33*d.Spec.MaskBytes()),
		Actions:  make([]byte, 33*d.Spec.Characters),
		Turn:     make([]int32, 33),
		Player:   make([]int32, 33),
		Score:    make([]int32, 33),
		Rank:     make([]int32, 33),
		Won:      make([]byte, 33),
	}
	total, first := 0, []byte(nil)
	for {
		n, faults := d.Next(&want)
		answers := answersOf(t, r, `{"do":"next"}`+"\n")
		if answer := strings.TrimPrefix(answers[0], "."); answer != fmt.Sprintf(`{"rows":%d}`, n) || len(faults) > 0 {
			t.Fatalf("answer %s, expected %d rows; %v", answer, n, faults)
		}
		if n == 0 {
			break
		}
		if first == nil {
			first = bytes.Clone(a.mem)
		}
		total += n
		for name, want := range map[string][]byte{"planes": want.Channels, "mask": want.Mask, "actions": want.Actions, "won": want.Won} {
			size := len(want) / 33 * n
			if !bytes.Equal(a.bytes(name)[:size], want[:size]) {
				t.Fatalf("%s differs after %d rows", name, total)
			}
		}
		for i := range n {
			got := []int32{view[int32](a, "turn")[i], view[int32](a, "player")[i], view[int32](a, "score")[i],
				view[int32](a, "rank")[i], view[int32](a, "replay")[i]}
			if want := []int32{want.Turn[i], want.Player[i], want.Score[i], want.Rank[i], 0}; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("row %d of a batch: %v, expected %v", i, got, want)
			}
		}
	}
	if total < 100 {
		t.Errorf("%d rows", total)
	}
	if answers := answersOf(t, r, `{"do":"rewind"}`+"\n"+`{"do":"next"}`+"\n"); answers[0] != `..{"rows":33}` || !bytes.Equal(a.mem, first) {
		t.Errorf("after a rewind: %q", answers)
	}
}

// TestDatasetFaults: an error names a replay that is cut or unreadable, and the others are read.
func TestDatasetFaults(t *testing.T) {
	text, err := os.ReadFile(goldenReplay)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.blast")
	if err := os.WriteFile(cut, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	r, _ := servingRows(t, fmt.Sprintf(`{"mode":"dataset","replays":[%q,"no such file.blast",%q],"batch":100000}`, cut, goldenReplay))
	var answer struct {
		Rows   int
		Errors []struct {
			Replay int
			Error  string
		}
	}
	line := strings.TrimPrefix(answersOf(t, r, `{"do":"next"}`+"\n")[0], ".")
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Rows < 100 || len(answer.Errors) != 2 || answer.Errors[0].Replay != 0 || answer.Errors[1].Replay != 1 ||
		!strings.Contains(answer.Errors[1].Error, "no such file") {
		t.Errorf("%+v", answer)
	}
	for config, want := range map[string]string{
		`{"mode":"dataset","batch":5}`:                                             "replays is empty",
		`{"mode":"dataset","replays":["x"]}`:                                       "batch is 0, expected 1 to",
		`{"mode":"dataset","replays":["x"],"batch":5}`:                             "x",
		`{"mode":"dataset","replays":["x"],"batch":5,"players":"me"}`:              `players is "me", expected "all", "winner"`,
		`{"mode":"dataset","replays":["x"],"batch":5,"observation":"smell"}`:       `observation is "smell"`,
		`{"mode":"dataset","replays":["x"],"batch":5,"observations":"planes"}`:     `there is no key "observations"; did you mean observation?`,
		fmt.Sprintf(`{"mode":"dataset","replays":[%q],"batch":2e6}`, goldenReplay): "batch",
	} {
		if _, err := modeOf([]byte(config), "test"); err == nil || !strings.HasPrefix(err.Error(), "config: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", config, err, want)
		}
	}
	if got := decodeError(t, strings.TrimPrefix(answersOf(t, r, `{"do":"steal"}`+"\n")[0], ".")); !strings.Contains(got, `"next", "rewind"`) {
		t.Error(got)
	}
}
