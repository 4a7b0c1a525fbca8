package submission

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"blastyard/internal/regular"
	"blastyard/tournament/internal/access"
)

// Each submission has a folder below inbox with the report and, until the report is final, the upload. The report is
// written after the upload is on the disk, so a submission whose team was told that it waits survives even kill -9.
const (
	inboxFolder = "inbox"
	reportFile  = "report.json"
	uploadFile  = "upload"
	packedFile  = "bot.tar.zst"
)

const (
	keptReports   = 30 // maximum number for each team
	maxReportFile = 4 << 20
	maxBegun      = 2
)

func newID(now time.Time) string {
	var bits [6]byte
	rand.Read(bits[:]) //nolint:errcheck // it never fails
	return now.UTC().Format("20060102-150405.000000") + "-" + hex.EncodeToString(bits[:])
}

func (in *Inbox) folder(id string) string { return filepath.Join(in.o.Dir, inboxFolder, id) }

// load reads the submissions of earlier runs. Unfinished ones wait again.
func (in *Inbox) load() error {
	inbox := filepath.Join(in.o.Dir, inboxFolder)
	list, err := os.ReadDir(inbox)
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	for _, e := range list {
		r, err := readReport(filepath.Join(inbox, e.Name(), reportFile))
		switch {
		case errors.Is(err, os.ErrNotExist): // an incomplete upload: its team was never told that it waits
			err = os.RemoveAll(filepath.Join(inbox, e.Name()))
		case err == nil:
			err = in.resume(r)
		}
		if err != nil {
			return fmt.Errorf("submission: %s: %w", e.Name(), err)
		}
	}
	for _, r := range in.reports {
		in.prune(r.Team)
	}
	for _, id := range slices.Sorted(maps.Keys(in.reports)) {
		in.learn(in.reports[id])
	}
	in.signal()
	return nil
}

// Unfinished returns how many submissions below a folder of Options.Dir wait, or were looked at when a server ended.
func Unfinished(dir string) (n int, err error) {
	inbox := filepath.Join(dir, inboxFolder)
	list, err := os.ReadDir(inbox)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	for _, e := range list {
		if r, err := readReport(filepath.Join(inbox, e.Name(), reportFile)); err == nil && !r.State.Final() {
			n++
		}
	}
	return n, err
}

func readReport(path string) (*Report, error) {
	text, err := regular.ReadFile(path, maxReportFile)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	return r, json.Unmarshal(text, r)
}

// resume takes over a report of an earlier run.
func (in *Inbox) resume(r *Report) error {
	in.reports[r.ID] = r
	if r.State.Final() && r.Testing {
		r.Testing = false
		return in.write(r)
	}
	if r.State.Final() {
		return nil
	}
	r.State, r.Steps, r.Check = Waiting, nil, nil
	r.Why = "the server was started again"
	if r.Begun >= maxBegun {
		r.State, r.Ended = Failed, in.o.Now().UTC()
		r.Why = "the server ended twice while it was checked: send it again, or ask the organiser"
	}
	if err := in.write(r); err != nil {
		return err
	}
	return in.tidy(r)
}

// write stores a report durably.
func (in *Inbox) write(r *Report) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return access.WriteFile(filepath.Join(in.folder(r.ID), reportFile), text)
}

// tidy removes the upload of a final submission.
func (in *Inbox) tidy(r *Report) error {
	if !r.State.Final() {
		return nil
	}
	for _, name := range []string{uploadFile, packedFile} {
		if err := os.Remove(filepath.Join(in.folder(r.ID), name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// store changes a report, on the disk and in memory.
func (in *Inbox) store(r *Report) error {
	if err := in.write(r); err != nil {
		return err
	}
	in.mu.Lock()
	in.reports[r.ID] = r.clone()
	in.tell()
	in.mu.Unlock()
	return in.tidy(r)
}

// tell wakes those who wait for a report. The caller holds mu.
func (in *Inbox) tell() {
	close(in.changed)
	in.changed = make(chan struct{})
}

// prune removes the oldest reports of a team. The caller holds mu, or is the only user.
func (in *Inbox) prune(team string) {
	ids := in.idsOf(team)
	for len(ids) > keptReports {
		if in.reports[ids[0]].State.Final() {
			if err := os.RemoveAll(in.folder(ids[0])); err != nil {
				in.o.Log.Warn("submission: remove an old report", "id", ids[0], "error", err)
			}
			delete(in.reports, ids[0])
		}
		ids = ids[1:]
	}
}

// idsOf returns the ids of a team's submissions, the oldest first. The caller holds mu, or is the only user.
func (in *Inbox) idsOf(team string) []string {
	var ids []string
	for id, r := range in.reports {
		if r.Team == team {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, strings.Compare) // an id begins with its time
	return ids
}

// Reports returns the reports of a team, the newest first.
func (in *Inbox) Reports(team string) []*Report {
	in.mu.Lock()
	defer in.mu.Unlock()
	ids := in.idsOf(team)
	slices.Reverse(ids)
	list := make([]*Report, 0, len(ids))
	for _, id := range ids {
		list = append(list, in.placed(in.reports[id]))
	}
	return list
}

// Report returns a report of a team, and a channel that is closed when any report changes. nil: the team has no such
// report.
func (in *Inbox) Report(team, id string) (r *Report, changed <-chan struct{}) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if r := in.reports[id]; r != nil && r.Team == team {
		return in.placed(r), in.changed
	}
	return nil, in.changed
}

// Submit accepts an archive of a team: see archive.UnpackAny. The report says that it waits. An error that wraps one of
// the errors of this package is for the team; all others are faults of the server.
func (in *Inbox) Submit(team string, upload io.Reader) (*Report, error) {
	began := in.window().Now // before it is admitted: whoever is admitted began in time
	done, err := in.admit(team)
	if err != nil {
		return nil, err
	}
	defer done()
	id := newID(in.o.Now())
	dir := in.folder(id)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("submission: %w", err)
	}
	n, err := in.receive(filepath.Join(dir, uploadFile), upload)
	if w := in.window(); err == nil && !w.Begun {
		err = w.inTime() // an upload can take long
	}
	r := &Report{ID: id, Team: team, State: Waiting, Began: began.UTC(), Received: in.o.Now().UTC(), Bytes: n,
		Steps: []Step{}}
	if err == nil {
		err = in.enqueue(r)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if now, _ := in.Report(team, id); now != nil {
		return now, nil
	}
	return r.clone(), nil
}

// admit lets a team upload. The caller must call done at the end of the upload.
func (in *Inbox) admit(team string) (done func(), err error) {
	if err := in.OpenTo(team); err != nil {
		return nil, err
	}
	if err := in.occupy(team); err != nil {
		return nil, err
	}
	done = func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		delete(in.uploading, team)
	}
	// Once more: whoever has seen since then that no upload is under way may have closed.
	if err := in.OpenTo(team); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// occupy notes that a team uploads, if it may.
func (in *Inbox) occupy(team string) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.uploading[team] {
		return ErrBusy
	}
	since, n := in.o.Now().Add(-time.Hour), 0
	for _, r := range in.reports {
		if r.Team == team && r.Received.After(since) {
			n++
		}
	}
	if n >= in.o.PerHour {
		return fmt.Errorf("%w: %d in an hour, expected at most %d: try again later", ErrTooMany, n, in.o.PerHour)
	}
	in.uploading[team] = true
	return nil
}

// receive writes an upload to the disk.
func (in *Inbox) receive(path string, upload io.Reader) (n int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, fmt.Errorf("submission: %w", err)
	}
	most := in.maxUpload()
	n, err = io.Copy(f, io.LimitReader(upload, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("%w: the archive has more than %d bytes", ErrTooBig, most)
	}
	return n, errors.Join(err, f.Sync(), f.Close())
}

// enqueue adds a submission to the queue. It replaces a waiting one of the same team.
func (in *Inbox) enqueue(r *Report) error {
	if err := in.write(r); err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	if err := access.SyncFolder(filepath.Dir(in.folder(r.ID))); err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	in.mu.Lock()
	var old []*Report
	for _, id := range in.idsOf(r.Team) {
		if before := in.reports[id]; before.State == Waiting {
			before.State, before.Ended = Replaced, in.o.Now().UTC()
			before.Why = "a newer upload came before it was looked at"
			old = append(old, before)
		}
	}
	in.reports[r.ID] = r.clone()
	in.prune(r.Team)
	in.tell()
	in.mu.Unlock()
	for _, before := range old {
		if err := errors.Join(in.write(before), in.tidy(before)); err != nil {
			in.o.Log.Warn("submission: replace", "id", before.ID, "error", err)
		}
	}
	in.signal()
	return nil
}
