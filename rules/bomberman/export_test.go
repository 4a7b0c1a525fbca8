package bomberman

import "testing"

// DrawnState returns the state that a text shows (see boardText), for the tests of package bomberman_test.
func DrawnState(t testing.TB, text string) *State {
	t.Helper()
	b := parseBoard(t, text)
	return b.state(t, b.newMap(t))
}
