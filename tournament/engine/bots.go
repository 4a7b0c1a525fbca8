package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"blastyard/arena/entrant"
	"blastyard/internal/archive"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// enterOrganisers adds the bots of the organiser's file to the log. It stores each program as an archive, so that the
// same files play on all machines until the end of the event. In a ladder, a bot whose files have changed is a new
// version. In other formats all matches must be comparable, so a bot keeps its first version.
func (e *Engine) enterOrganisers(ctx context.Context) error {
	added := map[string]bool{}
	for i := range e.folder.additions {
		added[e.folder.additions[i].Name] = true
	}
	for i := range e.event.Bots {
		b := &e.event.Bots[i]
		e.mu.Lock()
		now, entered := e.versions[b.Name]
		gathers := e.schedule.Gathers()
		e.mu.Unlock()
		if entered && now.By != "" {
			continue // a team has submitted another bot under this name
		}
		if added[b.Name] && !entered && !gathers && e.event.Schedule.Format != tournament.Ladder {
			return fmt.Errorf("%w: bot %s is new, and the entrants are fixed: take it out", ErrOtherEvent, b.Name)
		}
		version, err := e.pack(ctx, b)
		if err != nil {
			return err
		}
		switch {
		case entered && now.Version == version, !entered && version == "" && !added[b.Name]:
			continue
		case entered && e.event.Schedule.Format != tournament.Ladder && !gathers:
			e.o.Log.Warn("the files of a bot were changed since the event began; the first version goes on", "bot",
				b.Name)
			continue
		}
		_, err = e.Submit(ctx,
			tournament.Record{Enter: &tournament.Entry{Name: b.Name, Version: version, Number: now.Number + 1}})
		if err != nil {
			return fmt.Errorf("engine: bot %s: %w", b.Name, err)
		}
	}
	return nil
}

// pack stores the archive of a bot and returns its hash; "" if the bot has no files.
func (e *Engine) pack(ctx context.Context, b *event.Bot) (hash string, err error) {
	if b.Local || b.Entrant.Kind != entrant.Program || b.Entrant.Dir == "" {
		return "", nil
	}
	path := filepath.Join(e.folder.path, "archive.part")
	defer func() { _ = os.Remove(path) }()
	hash, err = archive.PackFile(path, b.Entrant.Dir, archive.Limits{})
	if err == nil {
		err = e.PutArchive(ctx, hash, path)
	}
	if err != nil {
		return "", wrapFull(fmt.Errorf("engine: bot %s: %w", b.Name, err))
	}
	return hash, nil
}
