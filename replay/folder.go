package replay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/english"
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
// state.json. That is the state at the round's beginning. map.txt is not read.
func openFolder(dir string, limits Limits) (*Reader, error) {
	if !IsFolder(filepath.Join(dir, firstRound)) {
		return nil, noMatch(dir)
	}
	root, err := os.OpenRoot(dir) // no link that a bot left leads out of it
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	f := &folder{dir: dir, root: root, left: maxMemory, limits: limits, head: new(Header)}
	raw, err := f.state(0)
	if err == nil {
		err = f.header(raw)
	}
	if f.head.Game == "" {
		_ = root.Close() // the folder was only read
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	f.flaw = err
	return &Reader{header: f.head, turns: f, close: func() { _ = root.Close() }}, nil
}

// folder reads the rounds of a match.
type folder struct {
	dir    string
	root   *os.Root
	left   budget
	limits Limits
	head   *Header
	turns  int
	over   *Result
	flaw   error // of the first round
	last   folderState
	killed []int // by player: the number of the first state that shows it dead, else 0
}

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
		if errors.Is(err, errNoRound) {
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
	text, err := f.file(inRound(0, roundInfoFile), maxStateFile)
	var info struct{ Players []wire.PlayerInfo }
	if err == nil {
		if err = json.Unmarshal(text, &info); err != nil {
			err = fmt.Errorf("%w: %s: %w", ErrFormat, inRound(0, roundInfoFile), err)
		}
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
	if st, statErr := f.root.Stat(inRound(0, stateFile)); statErr == nil {
		h.Started = st.ModTime().UTC()
	}
	*f.head = h
	return err
}

// turn returns the turn that led to the state of round n: the moves of the players who lived at the beginning of round
// n-1.
func (f *folder) turn(n int, before *folderState) (*Turn, error) {
	t := &Turn{Turn: n}
	played, err := f.played(n-1, before)
	if err != nil {
		return nil, err
	}
	for k, p := range before.RegisteredPlayerEntities {
		if p.Killed {
			continue
		}
		key := wire.Key(k)
		name := inRound(n-1, key, moveFile)
		c, err := f.move(name)
		if err != nil {
			return nil, err
		}
		log, err := f.file(inRound(n-1, key, logFile), maxLogFile)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		lines := strings.Split(strings.TrimRight(strings.ReplaceAll(string(log), "\r\n", "\n"), "\n"), "\n")
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
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrFormat) {
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
	text, err := f.file(inRound(round, engineLogFile), maxLogFile)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrFormat) {
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
	for _, a := range wire.ParseEngineLog(text, names) {
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
	if _, err := f.root.Lstat(strconv.Itoa(n)); errors.Is(err, os.ErrNotExist) {
		return nil, errNoRound
	}
	name := inRound(n, stateFile)
	text, err := f.file(name, int64(min(maxStateFile, f.limits.line())))
	if err == nil {
		err = f.limits.checkValues(text, leanValues)
	}
	if err != nil {
		return nil, err
	}
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	players := len(f.last.RegisteredPlayerEntities)
	f.last = folderState{}
	if err := json.Unmarshal(text, &f.last); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	if f.last.CurrentRound != n {
		return nil, fmt.Errorf("%w: %s: CurrentRound is %d, expected %d", ErrFormat, name, f.last.CurrentRound, n)
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
	return text, f.left.take(len(text))
}

// file reads the first bytes of a regular file. It refuses a pipe or device that a bot may have left.
func (f *folder) file(name string, limit int64) ([]byte, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is no file", ErrFormat, name)
	}
	r, err := f.root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(r, limit))
	_ = r.Close() // the file was only read
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return text, nil
}

// end is called when round n is missing.
func (f *folder) end(n int) error {
	if f.hasRoundAfter(n) {
		return fmt.Errorf("%w: the folder of round %d is missing, later ones are there", ErrCut, n)
	}
	result, over := f.ending()
	if !over {
		return fmt.Errorf("%w: round %d is the last, and the match is not over in it", ErrCut, n-1)
	}
	f.over = result
	return nil
}

// ending returns how the match ended, if the last state is the end of a match. The winner is the first of the leader
// board, except if only the letter of its key puts it there.
func (f *folder) ending() (*Result, bool) {
	players := f.last.RegisteredPlayerEntities
	order := func(a, b int) int {
		p, q := &players[a], &players[b]
		if p.Killed != q.Killed {
			return cmp.Compare(f.killed[a], f.killed[b]) // 0 for the living
		}
		return cmp.Or(cmp.Compare(q.Points, p.Points), cmp.Compare(f.killed[a], f.killed[b]))
	}
	r := &Result{Turns: f.turns, Winner: -1}
	living := 0
	var board []int
	for k, p := range players {
		r.Scores = append(r.Scores, p.Points)
		board = append(board, k)
		if !p.Killed {
			living++
		}
	}
	slices.SortStableFunc(board, order)
	if order(board[0], board[1]) != 0 {
		r.Winner = board[0]
	}
	return r, living < 2 || f.last.CurrentRound > f.last.MapHeight*f.last.MapWidth
}

// hasRoundAfter reports whether a round with a higher number exists.
func (f *folder) hasRoundAfter(n int) bool {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		k, err := strconv.Atoi(e.Name())
		return err == nil && k > n && e.IsDir()
	})
}

// inRound returns the path of a file of a round.
func inRound(n int, names ...string) string {
	return filepath.Join(append([]string{strconv.Itoa(n)}, names...)...)
}
