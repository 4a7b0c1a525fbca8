package web

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
)

var linkForm = regexp.MustCompile(`(?:href|src|data-watch|action)="([^"]*)"`)

// TestExport: the pages of an export link only to each other, with relative links and without scripts, and include
// replays.
func TestExport(t *testing.T) {
	src := newFake(24, 130)
	src.replay = playedReplay(t)
	src.set(func(s *Snapshot) {
		stage := s.Stages[0]
		stage.Rounds = []tournament.Round{{Name: "Round 1", Pairings: []tournament.Pairing{{Places: []tournament.Place{{Name: "hunter"}, {Name: "greedy"}}}}}}
		s.Stages = []Stage{stage}
		s.Notice = Notice{Text: "a last word"}
		s.Orders = []Order{{What: tournament.Disqualify, Name: "greedy", By: "anna", Why: "it cheated"}}
	})
	dir := filepath.Join(t.TempDir(), "deep", "site")
	told := 0
	if err := ExportHTML(t.Context(), src, fakeAbout(), dir, ExportOptions{Told: func(done, _ int) { told = done }}); err != nil {
		t.Fatal(err)
	}
	if told != 130 {
		t.Errorf("it told of %d matches", told)
	}
	pages := checkLinks(t, dir)
	orders, err := os.ReadFile(filepath.Join(dir, "orders.html"))
	if err != nil || !strings.Contains(string(orders), "it cheated") || !strings.Contains(string(orders), "a last word") {
		t.Errorf("there is no page of what the organiser did: %v", err)
	}
	if want := 7 + 2 + 130 + 24; pages != want {
		t.Errorf("%d pages were written, want %d", pages, want)
	}
	replay, err := os.ReadFile(filepath.Join(dir, "replays", fakeHash+".html"))
	if err != nil || !strings.Contains(string(replay), `id="data"`) {
		t.Errorf("there is no page with the replay: %v", err)
	}
	rows, err := readSheet(filepath.Join(dir, "csv", "matches.csv"))
	if err != nil || len(rows) != 2*130+1 {
		t.Errorf("%d lines of CSV, error %v", len(rows), err)
	}
	if err := ExportHTML(t.Context(), src, fakeAbout(), dir, ExportOptions{}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a folder that is not empty: %v", err)
	}
}

func readSheet(path string) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return csv.NewReader(f).ReadAll()
}

// checkLinks checks the links of all pages except replays, and counts the pages.
func checkLinks(t *testing.T, dir string) (pages int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".html" || filepath.Base(filepath.Dir(path)) == "replays" {
			return err
		}
		pages++
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.Contains(string(body), "<script") {
			t.Errorf("%s has a script", path)
		}
		for _, m := range linkForm.FindAllStringSubmatch(string(body), -1) {
			u, err := url.Parse(m[1])
			if m[1] == "data:," {
				continue
			}
			if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s links to %q, which is not relative", path, m[1])
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(u.Path))); err != nil {
				t.Errorf("%s links to %q, which is not there", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TestExportBounds: options limit matches and replays, and no replay is exported before it is public.
func TestExportBounds(t *testing.T) {
	src := newFake(4, 130)
	src.replay = playedReplay(t)
	dir := filepath.Join(t.TempDir(), "few")
	if err := ExportHTML(t.Context(), src, fakeAbout(), dir, ExportOptions{Matches: 110, Replays: -1}); err != nil {
		t.Fatal(err)
	}
	if pages := checkLinks(t, dir); pages != 5+2+110+4 {
		t.Errorf("%d pages were written", pages)
	}
	if _, err := os.Stat(filepath.Join(dir, "replays")); err == nil {
		t.Error("there are replays")
	}
	about, dir := fakeAbout(), filepath.Join(t.TempDir(), "secret")
	about.Public = fakeTime.Add(time.Hour)
	if err := ExportHTML(t.Context(), src, about, dir, ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "replays")); err == nil {
		t.Error("there are replays before they are public")
	}
}

// TestExportOfAFailingStore: an error of the store is returned; a replay that cannot be read is skipped.
func TestExportOfAFailingStore(t *testing.T) {
	src := newFake(4, 10)
	src.replay = []byte("no replay")
	var skipped []string
	o := ExportOptions{Skipped: func(hash string, _ error) { skipped = append(skipped, hash) }}
	if err := ExportHTML(t.Context(), src, fakeAbout(), filepath.Join(t.TempDir(), "a"), o); err != nil {
		t.Fatal(err)
	}
	if len(skipped) == 0 || skipped[0] != fakeHash {
		t.Errorf("skipped: %v", skipped)
	}
	src.err = errors.New("disk on fire")
	if err := ExportHTML(t.Context(), src, fakeAbout(), filepath.Join(t.TempDir(), "b"), o); err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("the error is %v", err)
	}
}
