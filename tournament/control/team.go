package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/submission"
)

// ExportTeam writes all that an event keeps of a team into the new folder dir. The event may be played meanwhile.
func (g *Organiser) ExportTeam(ctx context.Context, team, dir string) (err error) {
	off, err := Read(ctx, g.Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, off.Close()) }()
	folders, err := submission.FoldersOf(Submissions(off.Dir), team)
	if err != nil {
		return err
	}
	if err := known(off, team, len(folders)); err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	for _, sub := range []string{"", "versions", "printed", "submissions"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return err
		}
	}
	for _, folder := range folders {
		if err := copyAll(ctx, folder, filepath.Join(dir, "submissions", filepath.Base(folder))); err != nil {
			return err
		}
	}
	matches, err := teamMatches(ctx, off, team, dir)
	if err != nil {
		return err
	}
	if _, err := g.ask(ctx, &engine.Request{Versions: team, To: filepath.Join(dir, "versions")}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%s: %s and %s of %s\n", plain.Line(dir), english.Count(matches, "match"),
		english.Count(len(folders), "submission"), plain.Text(team))
	return err
}

// known returns an error if an event has nothing of a team.
func known(off *engine.Offline, team string, submissions int) error {
	teams, err := submission.OpenTeams(Submissions(off.Dir))
	if err != nil {
		return err
	}
	list, err := teams.List()
	if err != nil {
		return err
	}
	is := func(t submission.Team) bool { return t.Name == team }
	if submissions > 0 || slices.ContainsFunc(list, is) || slices.Contains(off.Schedule.Entrants(0), team) {
		return nil
	}
	return fmt.Errorf("there is no team and no entrant %q", plain.Text(team))
}

// teamMatches writes the matches of a team, as lines of JSON, and what its bot printed.
func teamMatches(ctx context.Context, off *engine.Offline, team, dir string) (n int, err error) {
	list, err := Matches(ctx, off, tournament.Query{Entrant: team, All: true})
	if !slices.Contains(off.Schedule.Entrants(0), team) {
		return 0, nil // it has not played
	}
	if err != nil {
		return 0, err
	}
	out, err := os.OpenFile(filepath.Join(dir, "matches.jsonl"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	lines := json.NewEncoder(out)
	for i := range list {
		m := &list[i]
		player := slices.Index(m.Names, team)
		logs := m.Logs
		m.Logs, m.Words = nil, ownOnly(m.Words, player)
		if err := lines.Encode(m); err != nil {
			return 0, err
		}
		if player < 0 || player >= len(logs) || logs[player] == "" {
			continue
		}
		if err := writePrinted(off.Dir, logs[player], filepath.Join(dir, "printed", m.ID.String()+".txt")); err != nil {
			return 0, err
		}
	}
	return len(list), nil
}

// ownOnly keeps the text of one player.
func ownOnly(words []string, player int) []string {
	own := make([]string, len(words))
	if player >= 0 && player < len(words) {
		own[player] = words[player]
	}
	return own
}

func writePrinted(dir, hash, path string) error {
	in, err := engine.OpenReplay(dir, hash)
	if errors.Is(err, engine.ErrNotFound) {
		return nil // it is not kept any more
	} else if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// WhyErased is the reason why an entrant is withdrawn whose data the organiser has erased.
const WhyErased = "its data was erased"

// EraseTeam removes what an event keeps of a team, except its name and its results. No process may play the event.
func (g *Organiser) EraseTeam(ctx context.Context, team string) (err error) {
	off, err := Read(ctx, g.Path)
	if err != nil {
		return err
	}
	folders, err := submission.FoldersOf(Submissions(off.Dir), team)
	if err == nil {
		err = known(off, team, len(folders))
	}
	if err = errors.Join(err, off.Close()); err != nil {
		return err
	}
	en, err := engine.Open(ctx, engine.Options{Dir: off.Dir, Event: off.Event, Jobs: -1, NATS: g.NATS})
	if errors.Is(err, engine.ErrLocked) {
		return fmt.Errorf("%w: end it, erase, and start it again", err)
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	takes := false
	en.State(func(s *tournament.Schedule) {
		if i := slices.Index(s.Entrants(0), team); i >= 0 {
			status, _ := s.Status(i)
			takes = status == tournament.Takes
		}
	})
	if takes {
		o := &tournament.Order{ID: engine.NewOrderID(), What: tournament.Withdraw, Name: team, By: g.By, Why: WhyErased}
		if err := en.Order(ctx, o); err != nil {
			return err
		}
	}
	removed, err := en.EraseFiles(ctx, team)
	if err != nil {
		return err
	}
	teams, err := submission.OpenTeams(Submissions(off.Dir))
	if err == nil {
		_, err = teams.Erase(team)
	}
	for _, folder := range folders {
		err = errors.Join(err, os.RemoveAll(folder))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "erased of %s: %s, %s; its name and its results stay\n", plain.Text(team),
		english.Count(len(folders), "submission"), english.Count(removed, "file"))
	return err
}
