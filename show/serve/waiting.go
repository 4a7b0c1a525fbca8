package serve

import "encoding/json"

// waiting is for whom a match waits, as readers are told.
type waiting struct {
	text    []byte // nil: Await was not called
	version int
}

// Await tells the readers of a match for which persons the current turn waits, by player id. absent are those that
// have not opened their seat's address, so that the match has not begun. Both lists may be empty.
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
		panic(err) // numbers always have a JSON form
	}
	if m.end == nil {
		m.waiting = waiting{text, m.waiting.version + 1}
		m.tell()
	}
}

// awaited returns for whom the match waits.
func (m *Match) awaited() waiting {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.waiting
}
