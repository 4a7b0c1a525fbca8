package replay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/jsonerror"
	"blastyard/internal/text"
	"blastyard/rules/bomberman/wire"
)

// Names of files in the folder of a match of 2016-Bomberman.
const (
	firstRound    = "0"
	stateFile     = "state.json"
	roundInfoFile = "roundInfo.json"
	moveFile      = "move.txt"
	logFile       = "log.txt"
	engineLogFile = "engine.log"

	minBombers = 2
	maxBombers = 12

	maxStateFile = 16 << 20 // bytes
	maxLogFile   = 1 << 20  // bytes; the rest is omitted
	maxLogLines  = 1000     // of a player in a round
)

// folderState is the part of state.json that we need.
type folderState struct {
	RegisteredPlayerEntities []struct {
		Name   string
		Key    string
		Points int
		Killed bool
	}
	CurrentRound        int
	MapHeight, MapWidth int
	MapSeed             int32
}

// openFolder opens the folder of a match. There is a turn for each round, except the first, that has a readable
// state.json. That is the state at the round's beginning, or at its end in folders of old engines. map.txt is not read.
// The folder may be around that of the match, and names may be as people change them, see roundNumber.
func openFolder(dir string, limits Limits) (*Reader, error) {
	dir, err := matchIn(dir)
	if err != nil {
		return nil, err
	}
	root, rounds, err := openRounds(dir)
	if err != nil {
		return nil, err
	}
	return newFolder(dir, rootFiles{root, rounds}, limits)
}

// newFolder reads the first round of a match. It closes files if it fails.
func newFolder(path string, files roundFiles, limits Limits) (*Reader, error) {
	f := &folder{files: files, left: maxMemory, limits: limits, head: new(Header)}
	raw, err := f.state(0)
	if err == nil {
		err = f.header(raw)
	}
	if f.head.Game == "" {
		files.close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f.flaw = err
	return &Reader{header: f.head, turns: f, close: files.close}, nil
}

// folder reads the rounds of a match.
type folder struct {
	files  roundFiles
	left   budget
	limits Limits
	head   *Header
	turns  int
	ahead  int // 1 in folders of old engines: folder k holds the state of round k+1, and the moves that led to it
	over   *Result
	flaw   error // of the first round
	last   folderState
	killed []int // by player: the number of the first state that shows it dead, else 0
}

// oldEngine is why a match is not checked whose folder k holds the state of round k+1.
const oldEngine = "an engine before 1.2.5"

func (f *folder) result() *Result { return f.over }

func (f *folder) plain() int64 { return int64(maxMemory - f.left) }

func (f *folder) nextTurn() (*Turn, error) {
	switch n := f.turns + 1; {
	case f.flaw != nil:
		return nil, f.flaw
	case f.over != nil:
		return nil, io.EOF
	case n > maxTurns:
		return nil, fmt.Errorf("%w: more than %d rounds", ErrTooBig, maxTurns)
	default:
		before := f.last
		raw, err := f.state(n)
		if errors.Is(err, errNoRound) || f.unfinished(n, err) {
			return nil, cmp.Or(f.end(n), io.EOF)
		}
		if err != nil {
			return nil, err
		}
		t, err := f.turn(n, &before)
		if err != nil {
			return nil, err
		}
		t.State = raw
		f.turns = n
		return t, nil
	}
}

// header returns the header, made from the first round's state and roundInfo.json.
func (f *folder) header(state RawState) error {
	n := len(f.last.RegisteredPlayerEntities)
	if n < minBombers || n > maxBombers {
		return fmt.Errorf("%w: %s has %s, expected %d to %d", ErrFormat, inRound(0, stateFile),
			english.Count(n, "player"), minBombers, maxBombers)
	}
	h := Header{
		Version: Version, Game: Bomberman, Title: "2016-Bomberman, from a folder",
		Seed: uint64(int64(f.last.MapSeed)), State: state,
	}
	if f.ahead > 0 {
		h.Unchecked = oldEngine
		h.Title = "2016-Bomberman, from a folder (not checked: " + oldEngine + ")"
	}
	info, err := f.roundInfo(0)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // the names of the state are enough
	}
	for k := range n {
		p := Player{Name: f.last.RegisteredPlayerEntities[k].Name}
		for _, i := range info.Players {
			if i.PlayerKey == wire.Key(k) {
				p = Player{Name: i.NickName, Bot: i.BotType}
			}
		}
		h.Players = append(h.Players, p)
	}
	h.Started = f.files.changed(inRound(0, stateFile))
	*f.head = h
	return err
}

// turn returns the turn that led to the state of round n: the moves of the players who lived at the beginning of round
// n-1.
func (f *folder) turn(n int, before *folderState) (*Turn, error) {
	t := &Turn{Turn: n}
	round := n - 1 + f.ahead
	played, err := f.played(round, before)
	if err != nil {
		return nil, err
	}
	for k, p := range before.RegisteredPlayerEntities {
		if p.Killed {
			continue
		}
		key := wire.Key(k)
		name := inRound(round, key, moveFile)
		c, err := f.move(name)
		if err != nil {
			return nil, err
		}
		log, err := f.text(inRound(round, key, logFile), maxLogFile)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		lines := strings.Split(strings.TrimRight(string(log), "\n"), "\n")
		if counts, ok := commandOfLog(lines[len(lines)-1]); ok {
			c = counts
		}
		if counts, ok := played[k]; ok {
			c = counts
		}
		for i, l := range lines {
			if i == maxLogLines || len(log) == 0 {
				break
			}
			t.Output = append(t.Output, Line{Player: k, Text: printed(l)})
		}
		t.Moves = append(t.Moves, Move{Player: k, Actions: json.RawMessage(strconv.Itoa(c))})
		if err := f.left.take(len(log) + 50*len(lines) + 100); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// printed returns a line of output from a line of a bot's log, which begins with the stream.
func printed(line string) string {
	for _, stream := range []string{"[stdout] ", "[stderr] "} {
		if text, ok := strings.CutPrefix(line, stream); ok {
			return text
		}
	}
	return line
}

// move reads a move file. If it cannot be read, the player did nothing.
func (f *folder) move(name string) (int, error) {
	text, err := f.file(name, wire.MoveFileSize)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrFormat) {
			return 0, nil
		}
		return 0, err
	}
	c, err := wire.ParseMove(text)
	if err != nil && !errors.Is(err, wire.ErrMove) {
		return 0, err
	}
	return int(c), nil
}

// played returns what the engine really played in a round, by player, as far as its log says. That may be nothing for
// a late bot, even if it left a move file.
func (f *folder) played(round int, before *folderState) (map[int]int, error) {
	content, err := f.text(inRound(round, engineLogFile), maxLogFile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrFormat) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range before.RegisteredPlayerEntities {
		names = append(names, p.Name)
	}
	commands := map[int]int{}
	for _, a := range wire.ParseEngineLog(content, names) {
		commands[a.Player] = int(a.Command)
	}
	return commands, nil
}

// commandOfLog returns the command that was played, which the last line of our own logs names. It differs from the
// move file for a late bot, and for one that did nothing for too long and had to place a bomb.
func commandOfLog(line string) (int, bool) {
	rest, ours := strings.CutPrefix(line, "[blastyard] command: ")
	if !ours {
		return 0, false
	}
	c, err := wire.ParseMove([]byte(rest))
	return int(c), err == nil
}

// errNoRound means that there is no folder of a round.
var errNoRound = errors.New("no such round")

// state reads the state of a round.
func (f *folder) state(n int) (RawState, error) {
	if !f.files.has(n) {
		return nil, errNoRound
	}
	name := inRound(n, stateFile)
	content, err := f.text(name, int64(min(maxStateFile, f.limits.line())))
	content = bytes.TrimSpace(content)
	if err == nil {
		err = f.limits.checkValues(content, leanValues)
	}
	if err != nil {
		return nil, err
	}
	players := len(f.last.RegisteredPlayerEntities)
	f.last = folderState{}
	if err := jsonerror.Decode(content, &f.last); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	if n == 0 && f.last.CurrentRound == 1 {
		f.ahead = 1
	}
	if round, expected := f.last.CurrentRound, n+f.ahead; round != expected {
		return nil, fmt.Errorf("%w: %s: CurrentRound is %d, expected %d", ErrFormat, name, round, expected)
	}
	if n > 0 && len(f.last.RegisteredPlayerEntities) != players {
		return nil, fmt.Errorf("%w: %s: RegisteredPlayerEntities are %d, expected %d",
			ErrFormat, name, len(f.last.RegisteredPlayerEntities), players)
	}
	if n == 0 {
		f.killed = make([]int, len(f.last.RegisteredPlayerEntities))
	}
	for k, p := range f.last.RegisteredPlayerEntities {
		if p.Killed && f.killed[k] == 0 {
			f.killed[k] = n
		}
	}
	return content, f.left.take(len(content))
}

// text reads the first bytes of a file that is a text in any encoding.
func (f *folder) text(name string, limit int64) ([]byte, error) {
	data, err := f.file(name, limit)
	return text.Decode(data), err
}

// file reads the first bytes of a regular file.
func (f *folder) file(name string, limit int64) ([]byte, error) {
	r, err := f.files.open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, limit))
	_ = r.Close() // the file was only read
	if err != nil {
		return nil, fmt.Errorf("replay: %s: %w", name, err)
	}
	return data, nil
}

// unfinished reports whether the folder of a round is one that an old engine had only begun: it writes the state when
// the round is over.
func (f *folder) unfinished(n int, err error) bool {
	return f.ahead > 0 && errors.Is(err, fs.ErrNotExist) && f.files.last() == n
}

// inRound returns the path of a file of a round.
func inRound(n int, names ...string) string {
	return path.Join(append([]string{strconv.Itoa(n)}, names...)...)
}
