package rounds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// The files of a match's folders.
const (
	mapFile       = "map.txt"
	stateFile     = "state.json"
	roundInfoFile = "roundInfo.json"
	engineLogFile = "engine.log"
	botLogFile    = "log.txt"
)

// Folders manages the folders of one match: DIR/ROUND/KEY. Bots may do anything there: damage is detected and
// repaired, and no link that they leave is followed. Its methods may be called at the same time for different players.
// An error of a method is a failure of the arena, such as a full disk, and wraps ErrHost: the match does not count.
type Folders struct {
	dir  string // absolute
	keep bool

	mu      sync.Mutex        // guards the following fields
	root    *os.Root          // dir: no link that a bot leaves leads out of it
	round   int               // the round that was begun last
	files   []file            // what Begin wrote into the folder of the round; the first two are the players' copies
	players map[byte]*os.Root // where their bots play
	lent    map[byte]bool     // the players whose bot plays in a copy of the folder
	again   []byte            // the players whose final files go into the folder of the end of the match, too
}

// file is the name and content of a written file.
type file struct {
	name string
	data []byte
}

// copies is how many files of a round each player gets a copy of.
const copies = 2

// NewFolders creates the folder of a match. The rounds of an earlier match in it are removed, and replaced is true.
// Nothing else in it is changed: if something other than a round has the name of one, NewFolders returns an error. If
// keep is true, the players' copies of map.txt and state.json are kept after their moves.
func NewFolders(dir string, keep bool) (f *Folders, replaced bool, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, false, fmt.Errorf("rounds: folder of the match: %w", err)
	}
	f = &Folders{dir: dir, keep: keep, players: map[byte]*os.Root{}, lent: map[byte]bool{}}
	f.mu.Lock()
	defer f.mu.Unlock()
	root, err := f.open(true)
	if err == nil {
		replaced, err = removeRounds(root)
	}
	if err != nil {
		return nil, replaced, errors.Join(fmt.Errorf("rounds: folder of the match: %w", err), f.close())
	}
	return f, replaced, nil
}

// IsMatch reports whether a folder holds the rounds of a match, which NewFolders would replace.
func IsMatch(dir string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	old, err := findRounds(root)
	return err == nil && len(old) > 0
}

// removeRounds removes the rounds of an earlier match.
func removeRounds(root *os.Root) (removed bool, err error) {
	old, err := findRounds(root)
	if err != nil {
		return false, err
	}
	for _, name := range old {
		if err := removeAll(root, name); err != nil {
			return removed, err
		}
		removed = true
	}
	return removed, nil
}

// findRounds finds the folders of the rounds of a match. What has the name of one and is none is an error.
func findRounds(root *os.Root) (old []string, err error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err != nil || strconv.Itoa(n) != e.Name() || n < 0 {
			continue
		}
		if !isRound(root, e.Name()) {
			return nil, fmt.Errorf("%s is there and no round of a match: name another folder, or move it away",
				filepath.Join(root.Name(), e.Name()))
		}
		old = append(old, e.Name())
	}
	return old, nil
}

// isRound reports whether a folder contains what the engine writes for a round.
func isRound(root *os.Root, name string) bool {
	if st, err := root.Lstat(name); err != nil || !st.IsDir() {
		return false
	}
	for _, file := range []string{mapFile, stateFile} {
		if st, err := root.Lstat(filepath.Join(name, file)); err != nil || !st.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// Dir returns the absolute path of the folder of the match.
func (f *Folders) Dir() string { return f.dir }

// Player returns the absolute path of a player's folder of a round, which a bot gets as its second argument.
func (f *Folders) Player(round int, key byte) string {
	return filepath.Join(f.dir, strconv.Itoa(round), string(key))
}

// Close closes the folder. It does not remove it.
func (f *Folders) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.close()
}

func (f *Folders) close() error {
	f.release()
	if f.root == nil {
		return nil
	}
	err := f.root.Close()
	f.root = nil
	return err
}

// release closes the players' folders of a round.
func (f *Folders) release() {
	for key, p := range f.players {
		_ = p.Close()
		delete(f.players, key)
	}
}

// open returns the folder of the match. If anew is true and the folder is missing, it is created again. f.mu is
// locked.
func (f *Folders) open(anew bool) (*os.Root, error) {
	if f.root != nil && !anew {
		return f.root, nil
	}
	if f.root != nil {
		_ = f.root.Close()
		f.root = nil
	}
	err := os.MkdirAll(f.dir, 0o777)
	if errors.Is(err, syscall.ENOTDIR) && f.files != nil { // a bot has replaced it by something else
		if err = os.Remove(f.dir); err == nil {
			err = os.MkdirAll(f.dir, 0o777)
		}
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(f.dir)
	f.root = root
	return root, err
}

// Begin creates the folder of the next round, with a folder for each bot of keys. The folders of living players
// contain copies of map.txt and state.json, those of dead players are empty. Anything that exists there already was
// left by a bot and is removed.
func (f *Folders) Begin(s *bomberman.State, text *wire.Text, players []wire.PlayerInfo, keys []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.release()
	f.round = s.Round()
	f.files = []file{{mapFile, text.AppendMap(nil, s)}, {stateFile, text.AppendState(nil, s)},
		{roundInfoFile, wire.AppendRoundInfo(nil, s, players)}}
	round := strconv.Itoa(f.round)
	if err := f.makeRound(round); err != nil {
		return hostError(fmt.Errorf("rounds: folder of round %s: %w", round, err))
	}
	for _, w := range f.files {
		if err := f.write(round, w.name, w.data); err != nil {
			return err
		}
	}
	for _, key := range keys {
		if err := f.beginPlayer(round, key, s.Player(int(key-'A')).Alive); err != nil {
			return err
		}
	}
	if !s.Over() {
		return nil
	}
	for _, key := range f.again {
		if err := f.writeFinal(round, key, f.files[0].data, f.files[1].data); err != nil {
			return err
		}
	}
	return nil
}

// makeRound creates an empty folder of a round.
func (f *Folders) makeRound(round string) error {
	root, err := f.open(false)
	if err == nil {
		err = removeAll(root, round)
	}
	if err == nil {
		err = root.Mkdir(round, 0o777)
	}
	if err == nil {
		return nil
	}
	if root, err = f.open(true); err != nil { // even the folder of the match may be missing
		return err
	}
	if err = removeAll(root, round); err != nil {
		return err
	}
	return root.Mkdir(round, 0o777)
}

// beginPlayer creates a player's folder and keeps it open, so that what a bot puts in its place later is not read.
func (f *Folders) beginPlayer(round string, key byte, alive bool) error {
	dir := filepath.Join(round, string(key))
	if err := f.root.Mkdir(dir, 0o777); err != nil {
		return hostError(fmt.Errorf("rounds: folder of player %c in round %s: %w", key, round, err))
	}
	if !alive {
		return nil
	}
	for _, w := range f.files[:copies] {
		if err := f.write(dir, w.name, w.data); err != nil {
			return err
		}
	}
	p, err := f.root.OpenRoot(dir)
	if err != nil {
		return hostError(fmt.Errorf("rounds: folder of player %c in round %s: %w", key, round, err))
	}
	f.players[key] = p
	return nil
}

// EndPlayer is called when a bot has moved. It writes the bot's log, and removes its copies of the state unless they
// are kept.
func (f *Folders) EndPlayer(round int, key byte, log []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := filepath.Join(strconv.Itoa(round), string(key))
	if err := f.write(dir, botLogFile, log); err != nil || f.keep {
		return err
	}
	for _, w := range f.files[:min(copies, len(f.files))] {
		if err := removeAll(f.root, filepath.Join(dir, w.name)); err != nil {
			return hostError(fmt.Errorf("rounds: %w", err))
		}
	}
	return nil
}

// End ends a round that was played. It writes the engine's log. s is the state after the round. If the match is over,
// it also writes the final map.txt and state.json of the bots of keys, each into the folder of the last round that the
// original tells the bot of. If that is not the last round, Begin writes them into the folder of the end of the match,
// too.
func (f *Folders) End(round int, log []byte, s *bomberman.State, text *wire.Text, keys []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.write(strconv.Itoa(round), engineLogFile, log); err != nil || !s.Over() {
		return err
	}
	board, state := text.AppendMap(nil, s), text.AppendState(nil, s)
	f.again = nil
	for _, key := range keys {
		seen := lastSeen(s, int(key-'A'), round)
		if err := f.writeFinal(strconv.Itoa(seen), key, board, state); err != nil {
			return err
		}
		if seen < round {
			f.again = append(f.again, key)
		}
	}
	return nil
}

// lastSeen returns the last round of whose beginning the original engine tells a player. It tells them in the order of
// their keys, and a round is played as soon as the last living player has moved. So a dead player is told only while a
// player with a later key lives.
func lastSeen(s *bomberman.State, player, last int) (round int) {
	for p := player; p < len(s.Map().Starts); p++ {
		at := s.Player(p)
		if at.Alive {
			return last
		}
		round = max(round, at.KilledRound)
	}
	return round
}

func (f *Folders) writeFinal(round string, key byte, board, state []byte) error {
	dir := filepath.Join(round, string(key))
	return errors.Join(f.write(dir, mapFile, board), f.write(dir, stateFile, state))
}

// write writes a new file into a folder of the match. It first removes what bots have left in its place, which could
// be a link or a pipe.
func (f *Folders) write(dir, name string, data []byte) error {
	root, err := f.open(false)
	file := filepath.Join(dir, name)
	if err == nil {
		if err = writeNew(root, dir, file, data); err == nil {
			return nil
		}
		_ = root.Chmod(dir, 0o777) // a bot may have removed our rights
	}
	if root, err = f.open(true); err == nil {
		err = writeNew(root, dir, file, data)
	}
	if err != nil {
		return hostError(fmt.Errorf("rounds: writing %s in %s: %w", file, f.dir, err))
	}
	return nil
}

func writeNew(root *os.Root, dir, file string, data []byte) error {
	if st, err := root.Lstat(dir); err != nil || !st.IsDir() {
		_ = removeAll(root, dir)
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	w, err := root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		if err = removeAll(root, file); err == nil {
			w, err = root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		}
	}
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}

// removeAll removes what a bot may have left, including folders without rights.
func removeAll(root *os.Root, name string) error {
	err := root.RemoveAll(name)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	// Each folder gets its rights back before it is read.
	_ = fs.WalkDir(root.FS(), filepath.ToSlash(name), func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && err == nil {
			_ = root.Chmod(filepath.FromSlash(path), 0o700)
		}
		return nil
	})
	return root.RemoveAll(name)
}
