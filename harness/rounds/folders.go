package rounds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
)

// The files of a match's folders.
const (
	mapFile       = "map.txt"
	stateFile     = "state.json"
	roundInfoFile = "roundInfo.json"
	engineLogFile = "engine.log"
	botLogFile    = "log.txt"
)

// Folders are the folders of one match: ROOT/SEED/ROUND/, and in each one a player. Bots may do there what they like; what
// they spoil is made anew. Its methods may be called at the same time for different players.
type Folders struct {
	dir  string // ROOT/SEED, absolute
	keep bool

	mu   sync.Mutex // held while root is used
	root *os.Root   // dir: no link that a bot leaves leads us out of it
}

// NewFolders makes the folder of a match. One of an earlier match with the same seed is not lost: it is renamed, and
// moved says to what. With keep, the players' copies of map.txt and state.json stay after their moves.
func NewFolders(root string, seed int32, keep bool) (f *Folders, moved string, err error) {
	dir, err := filepath.Abs(filepath.Join(root, strconv.Itoa(int(seed))))
	if err != nil {
		return nil, "", fmt.Errorf("rounds: folder of the match: %w", err)
	}
	if _, err := os.Lstat(dir); err == nil {
		for n := 1; ; n++ {
			moved = fmt.Sprintf("%s.%d", dir, n)
			if _, err := os.Lstat(moved); err != nil {
				break
			}
		}
		if err := os.Rename(dir, moved); err != nil {
			return nil, "", fmt.Errorf("rounds: cannot rename the folder of an earlier match: %w", err)
		}
	}
	f = &Folders{dir: dir, keep: keep}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.open(true); err != nil {
		return nil, moved, fmt.Errorf("rounds: folder of the match: %w", err)
	}
	return f, moved, nil
}

// Dir is the folder of the match, absolute.
func (f *Folders) Dir() string { return f.dir }

// Player is the absolute path of a player's folder of a round, which a bot gets as its second argument.
func (f *Folders) Player(round int, key byte) string {
	return filepath.Join(f.dir, strconv.Itoa(round), string(key))
}

// Close lets go of the folder, which stays.
func (f *Folders) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil {
		return nil
	}
	err := f.root.Close()
	f.root = nil
	return err
}

// open returns the folder of the match; with anew it makes it again where it is gone. f.mu is held.
func (f *Folders) open(anew bool) (*os.Root, error) {
	if f.root != nil && !anew {
		return f.root, nil
	}
	if f.root != nil {
		_ = f.root.Close()
		f.root = nil
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(f.dir)
	f.root = root
	return root, err
}

// Begin makes the folder of the round to come, with a folder for each player of keys that has its copies of map.txt and
// state.json. Whatever is there already was left by a bot, and goes.
func (f *Folders) Begin(s *bomberman.State, text *wire.Text, players []wire.PlayerInfo, keys []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	round := strconv.Itoa(s.Round())
	board, state := text.AppendMap(nil, s), text.AppendState(nil, s)
	root, err := f.open(false)
	if err == nil {
		err = root.RemoveAll(round)
	}
	if err == nil {
		err = root.Mkdir(round, 0o777)
	}
	if err != nil { // the folder of the match itself may be gone
		if _, err = f.open(true); err != nil {
			return fmt.Errorf("rounds: folder of round %s: %w", round, err)
		}
	}
	var errs []error
	errs = append(errs, f.write(round, mapFile, board), f.write(round, stateFile, state),
		f.write(round, roundInfoFile, wire.AppendRoundInfo(nil, s, players)))
	for _, key := range keys {
		dir := filepath.Join(round, string(key))
		errs = append(errs, f.write(dir, mapFile, board), f.write(dir, stateFile, state))
	}
	return errors.Join(errs...)
}

// EndPlayer is called when a player has moved: its log is written, and its copies of the state go unless they are kept.
func (f *Folders) EndPlayer(round int, key byte, log []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := filepath.Join(strconv.Itoa(round), string(key))
	err := f.write(dir, botLogFile, log)
	if f.keep {
		return err
	}
	root, openErr := f.open(false)
	if openErr != nil {
		return errors.Join(err, openErr)
	}
	for _, name := range []string{mapFile, stateFile} {
		err = errors.Join(err, root.RemoveAll(filepath.Join(dir, name)))
	}
	return err
}

// WriteMove writes the move of a player that is no bot.
func (f *Folders) WriteMove(round int, key byte, c bomberman.Command) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.write(filepath.Join(strconv.Itoa(round), string(key)), MoveFile, wire.AppendMove(nil, c))
}

// End writes the engine's log of a complete round.
func (f *Folders) End(round int, log []byte) error {
	return f.write(strconv.Itoa(round), engineLogFile, log)
}

// write writes a new file into a folder of the match. What bots left in its place goes: it could be a link or a pipe.
func (f *Folders) write(dir, name string, data []byte) error {
	root, err := f.open(false)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, name)
	if err = writeNew(root, dir, file, data); err == nil {
		return nil
	}
	if root, err = f.open(true); err != nil {
		return fmt.Errorf("rounds: %w", err)
	}
	if err = writeNew(root, dir, file, data); err != nil {
		return fmt.Errorf("rounds: writing %s in %s: %w", file, f.dir, err)
	}
	return nil
}

func writeNew(root *os.Root, dir, file string, data []byte) error {
	if st, err := root.Lstat(dir); err != nil || !st.IsDir() {
		_ = root.RemoveAll(dir)
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	w, err := root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		if err = root.RemoveAll(file); err == nil {
			w, err = root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		}
	}
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return errors.Join(err, w.Close())
}
