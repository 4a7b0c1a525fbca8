package serve

import "encoding/json"

// waiting is whom a match waits for, as its readers are told.
type waiting struct {
	text    []byte // nil: it was never said
	version int
}

// Await tells the readers of a match which persons the turn that shows now waits for, by player id, and which of them
// have not opened their seat's address, so that the match has not begun. None is a valid list.
func (m *Match) Await(players, absent []int) {
	players, absent = append([]int{}, players...), append([]int{}, absent...)
	m.mu.Lock()
	defer m.mu.Unlock()
	text, err := json.Marshal(struct {
		Turn    int   `json:"turn"`
		Players []int `json:"players"`
		Absent  []int `json:"absent"`
	}{m.turn, players, absent})
	if err != nil {
		panic(err) // numbers have a JSON form
	}
	if m.end == nil {
		m.waiting = waiting{text, m.waiting.version + 1}
		m.tell()
	}
}

// awaited is whom the match waits for.
func (m *Match) awaited() waiting {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.waiting
}
