package submission

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/plain"
	"blastyard/tournament"
)

// Before an event starts, an accepted bot plays test matches, so that its team learns at once. They count for nothing,
// and only the team sees them. They are played after the report is final, so nobody waits for them. If the server ends
// before they are over, they are played when it runs again.

// TestMatch is a match that does not count.
type TestMatch struct {
	Names  []string `json:"names"` // by player id
	Ranks  []int    `json:"ranks"`
	Scores []int    `json:"scores"`
	Player int      `json:"player"` // id of the team's player
	Reason string   `json:"reason"` // why it stopped
	Words  string   `json:"words,omitempty"`
	Replay string   `json:"replay,omitempty"` // hash of the replay; "": none is kept
	Output string   `json:"output,omitempty"` // hash of the output of the team's bot; "": none is kept
}

// testsFolder is the folder of replays and outputs in that of a submission.
const testsFolder = "tests"

// test plays the test matches of an accepted submission, if it is the newest one of its team.
func (in *Inbox) test(ctx context.Context, r *Report) {
	if in.o.Test == nil || r.State != Accepted || r.Tested || r.TestsBegun >= maxBegun {
		return
	}
	select {
	case in.testing <- struct{}{}:
		defer func() { <-in.testing }()
	case <-ctx.Done():
		return
	}
	if !in.isNewest(r) {
		return
	}
	r = r.clone()
	r.Testing = true
	r.TestsBegun++
	var played []TestMatch
	err := in.store(r)
	if err == nil {
		err = in.o.Test(ctx, r.Team, in.keepTest(r.ID), func(t TestMatch) {
			played = append(played, t)
			r.Tests = slices.Clone(played)
			if err := in.store(r); err != nil {
				in.o.Log.Warn("submission: a test match is not stored", "id", r.ID, "error", err)
			}
		})
	}
	if err != nil && ctx.Err() == nil {
		in.o.Log.Warn("submission: test matches", "team", r.Team, "id", r.ID, "error", err)
	}
	if r.Testing, r.Tested = false, ctx.Err() == nil; !r.Tested {
		r.TestsBegun-- // the server was told to end
	}
	if err := in.store(r); err != nil {
		in.o.Log.Warn("submission: test matches are not stored", "id", r.ID, "error", err)
	}
}

// untested returns the accepted submissions whose test matches are still to be played.
func (in *Inbox) untested() (list []*Report) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, r := range in.reports {
		if r.State == Accepted && !r.Tested {
			list = append(list, r.clone())
		}
	}
	slices.SortFunc(list, func(a, b *Report) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// isNewest reports whether no newer submission of its team was accepted.
func (in *Inbox) isNewest(r *Report) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for id, other := range in.reports {
		if other.Team == r.Team && id > r.ID && other.State == Accepted {
			return false
		}
	}
	return in.reports[r.ID] != nil
}

// keepTest returns the function that stores the files of test matches of a submission.
func (in *Inbox) keepTest(id string) func(hash, path string) error {
	return func(hash, path string) error {
		dir := filepath.Join(in.folder(id), testsFolder)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		return os.Rename(path, filepath.Join(dir, hash))
	}
}

// testPage shows what a team may learn from a test match.
func (in *Inbox) testPage(w http.ResponseWriter, r *http.Request, v visit) {
	report, _ := in.Report(v.team, r.PathValue("id"))
	number, err := strconv.Atoi(r.PathValue("number"))
	if report == nil || err != nil || number < 1 || number > len(report.Tests) {
		in.refuse(w, r, http.StatusNotFound, "Your team has no such test match.")
		return
	}
	t := &report.Tests[number-1]
	p := &Played{ID: tournament.ID{Block: number - 1}, Names: t.Names, Ranks: t.Ranks, Player: t.Player,
		Replay: t.Replay, Output: t.Output}
	open := func(_ context.Context, hash string) (io.ReadCloser, error) {
		if hash == "" || hash != filepath.Base(hash) {
			return nil, fs.ErrNotExist
		}
		f, err := os.Open(filepath.Join(in.folder(report.ID), testsFolder, hash))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fs.ErrNotExist
		}
		return f, err
	}
	body := in.matchBody(r.Context(), p, open)
	if t.Output == "" {
		body.NoOutput = "It printed nothing."
	}
	in.frame(w, r, http.StatusOK, "Test match "+strconv.Itoa(number), "match", body)
}

// testRow is a test match as a page shows it.
type testRow struct {
	Number                      int
	Players, Rank, Score, Ended string
}

func testRows(r *Report) (rows []testRow) {
	for i := range r.Tests {
		t := &r.Tests[i]
		row := testRow{Number: i + 1, Players: versus(t.Names), Ended: plain.Line(t.Reason + " " + t.Words)}
		if t.Player < len(t.Ranks) && t.Player < len(t.Scores) {
			row.Rank = strconv.Itoa(t.Ranks[t.Player]) + " of " + strconv.Itoa(len(t.Ranks))
			row.Score = strconv.Itoa(t.Scores[t.Player])
		}
		rows = append(rows, row)
	}
	return rows
}
