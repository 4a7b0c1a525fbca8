package rounds

import (
	"os"
	"path/filepath"
	"strconv"

	"blastyard/arena/harness"
)

// place is where a bot plays: normally in its own folder and its folder of the round. There are two exceptions, in
// which what it sees is beside no folder of a rival:
//
//   - At SandboxFiles its folder of the round is a copy, inside a copy of the folder of the round.
//   - Where root runs the arena, and the sandbox cannot make the bot the owner of these folders, the bot runs as a user
//     of its own, which owns copies of them and of the bot's folder. As root it could do much more harm.
type place struct {
	bot    *Bot // as it is run
	user   *harness.User
	dir    string   // for the bot's private folder and the copies; "": there is no sandbox
	lends  bool     // the bot plays in copies
	match  *Folders // that the private folder belongs to
	remove func()
}

// newPlace decides where a bot plays, and copies its folder if necessary.
func newPlace(b *Bot, box *harness.Sandbox) (*place, error) {
	level := harness.SandboxNone
	if box != nil {
		level = box.Level
	}
	user, err := harness.TakeUser(level)
	if err != nil {
		return &place{bot: b}, err
	}
	p := &place{bot: b, user: user, lends: user.Separate || level == harness.SandboxFiles, remove: func() {}}
	if level == harness.SandboxNone {
		return p, nil
	}
	if p.dir, p.remove, err = harness.TempFolder(); err == nil && user.Separate {
		err = p.furnish(b)
	}
	if err != nil {
		p.leave()
		return nil, err
	}
	return p, nil
}

// What every user may do with the files that a bot's own user must reach.
const (
	enterable = 0o711 // pass through a folder; only its owner can list and change it
	shown     = 0o755 // list a folder, too
	readable  = 0o644 // read a file
)

// furnish copies the bot's folder. Other bots cannot read the copy.
func (p *place) furnish(b *Bot) (err error) {
	if p.bot, err = b.Copy(filepath.Join(p.dir, "bot")); err != nil {
		return err
	}
	if err = os.Chmod(p.bot.Dir, 0o700); err == nil {
		err = p.user.Own(p.bot.Dir)
	}
	if err == nil {
		err = os.Chmod(p.dir, enterable)
	}
	return hostError(err)
}

// folder returns the bot's folder of the round that f has begun, and what the bot may read beside it: what the original
// engine has written before it starts the first bot. Call giveBack when its move was taken.
func (p *place) folder(f *Folders, key byte) (path string, read []string, giveBack func(), err error) {
	if p.lends {
		path, giveBack, err = f.lend(key, p)
		return path, []string{filepath.Join(p.dir, copiesName)}, giveBack, err
	}
	path, read = f.shownTo(key)
	return path, read, func() {}, nil
}

// shownTo returns the folder of the round of a player, and the paths of what it may read beside it: the files of this
// round, of the last and of the first one, and what it has left in its folder of the last one.
func (f *Folders) shownTo(key byte) (path string, read []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	path = f.Player(f.round, key)
	for n := range f.round + 1 {
		if !f.isSeen(n) {
			continue
		}
		for _, w := range f.files {
			read = append(read, filepath.Join(f.dir, strconv.Itoa(n), w.name))
		}
		if n == f.round-1 {
			read = append(read, f.Player(n, key))
		}
	}
	return path, read
}

// isSeen reports whether bots see the files of a round. Bots compare the state with that of the last round, or with the
// first one; to show every round would cost more with each of them. f.mu is locked.
func (f *Folders) isSeen(round int) bool { return round == 0 || round >= f.round-1 && round <= f.round }

// leave removes the copies.
func (p *place) leave() {
	if p.remove != nil {
		p.remove()
	}
	if p.user != nil {
		p.user.Free()
	}
}
