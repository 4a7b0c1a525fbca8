package engine

import (
	"context"
	"os"

	"blastyard/arena/entrant"
	"blastyard/internal/archive"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// The archive of a submitted bot says what the bot needs to run. Until the archive has been read, its matches are
// played in this process: this machine has checked the submission, so it can run the bot.

// needOf returns the need of a job with these bots.
func (e *Engine) needOf(bots []worker.JobBot) worker.Need {
	unknown := false
	need := worker.NeedOf(&e.event, bots, func(version string) []string {
		tools, known := e.tools[version]
		unknown = unknown || !known
		return tools
	})
	if unknown {
		need.Local = true
	}
	return need
}

// learnTools reads the archives of submitted bots, until ctx ends.
func (e *Engine) learnTools(ctx context.Context) {
	failed := map[string]bool{}
	for {
		e.mu.Lock()
		wait := e.progressed.wait()
		var unknown []tournament.Entry
		for _, v := range e.versions {
			if _, known := e.tools[v.Version]; v.By != "" && v.Version != "" && !known && !failed[v.Version] {
				unknown = append(unknown, v)
			}
		}
		e.mu.Unlock()
		for _, v := range unknown {
			tools, err := e.toolsOf(ctx, v.Version)
			if err != nil && ctx.Err() == nil {
				failed[v.Version] = true // this process plays it and reports what is wrong
				e.o.Log.Warn("what a bot needs cannot be found out", "bot", v.Name, "version", v.Version, "error", err)
			}
			e.mu.Lock()
			if err == nil {
				e.tools[v.Version] = tools
			}
			e.mu.Unlock()
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return
		}
	}
}

// toolsOf returns the programs that the bot of an archive needs.
func (e *Engine) toolsOf(ctx context.Context, version string) ([]string, error) {
	r, err := e.archives.Open(ctx, version)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	dir, err := os.MkdirTemp(e.folder.path, ".look-*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if _, err := archive.Unpack(r, dir, archive.Limits{}); err != nil {
		return nil, err
	}
	bot, err := entrant.Parse(dir, entrant.Options{})
	if err != nil {
		return nil, err
	}
	return worker.ToolsOf(&bot), nil
}
