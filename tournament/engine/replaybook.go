package engine

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// replayBook manages the replays in a store's folder: it lists them in the database, and deletes those that the event's
// rule does not keep.
type replayBook struct {
	replayFolder
	store *store.Store
	rule  store.Keep
	log   *slog.Logger

	mu  sync.Mutex
	new []store.Replay // not in the database yet
}

const (
	bookEvery = time.Second
	dropLimit = 500 // maximum number of files at a time
	orphanAge = 10 * time.Minute
)

func newReplayBook(dir string, s *store.Store, rule store.Keep, log *slog.Logger) *replayBook {
	return &replayBook{replayFolder: replayFolder{dir}, store: s, rule: rule, log: log}
}

func storeKeep(k event.Keep) store.Keep {
	return store.Keep{Rule: k.Rule, Last: k.Last, Limit: k.Limit}
}

// Keep implements worker.Replays.
func (b *replayBook) Keep(ctx context.Context, hash, path string) error {
	if err := b.replayFolder.Keep(ctx, hash, path); err != nil {
		return err
	}
	b.add(hash)
	return nil
}

func (b *replayBook) add(hash string) {
	info, err := os.Stat(replayPath(b.dir, hash))
	if err != nil {
		return // deleted in the meantime
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.new = append(b.new, store.Replay{Hash: hash, Size: info.Size()})
}

// run updates the database and the folder until ctx ends.
func (b *replayBook) run(ctx context.Context) {
	b.find()
	for ctx.Err() == nil {
		b.settle(ctx)
		_ = sleep(ctx, bookEvery)
	}
	b.settle(context.WithoutCancel(ctx))
}

// find adds the files in the folder: the database may be new, or may have missed the last files.
func (b *replayBook) find() {
	files, err := filepath.Glob(filepath.Join(b.dir, "replays", "??", "*.blast"))
	if err != nil {
		b.log.Warn("the replays cannot be listed", "error", err)
	}
	for _, f := range files {
		if hash := strings.TrimSuffix(filepath.Base(f), ".blast"); isHash(hash) {
			b.add(hash)
		}
	}
}

// settle adds new files to the database, and deletes those that the rule does not keep.
func (b *replayBook) settle(ctx context.Context) {
	b.mu.Lock()
	files := b.new
	b.new = nil
	b.mu.Unlock()
	now := time.Now()
	if len(files) > 0 {
		if err := b.store.AddReplays(ctx, now.UnixMilli(), files...); err != nil {
			b.log.Warn("replays are not noted", "error", err)
			b.mu.Lock()
			b.new = append(files, b.new...)
			b.mu.Unlock()
		}
	}
	for ctx.Err() == nil {
		drop, err := b.store.ReplaysToDrop(ctx, b.rule, now.Add(-orphanAge).UnixMilli(), dropLimit)
		if err != nil || len(drop) == 0 {
			if err != nil {
				b.log.Warn("replays are not dropped", "error", err)
			}
			return
		}
		for _, r := range drop {
			if err := b.drop(r.Hash); err != nil {
				b.log.Warn("a replay cannot be deleted", "replay", r.Hash, "error", err)
				return
			}
		}
		if err := b.store.DropReplays(ctx, drop...); err != nil {
			b.log.Warn("replays are not dropped", "error", err)
			return
		}
	}
}
