package viewer

import "strconv"

// Mark is the letters that stand for a player: A to Z, then AA, AB, …; "?" for no player.
func Mark(player int) string {
	if player < 0 {
		return "?"
	}
	var letters []byte
	for n := player + 1; n > 0; n = (n - 1) / 26 {
		letters = append([]byte{byte('A' + (n-1)%26)}, letters...)
	}
	return string(letters)
}

// Label names a token: its player's mark and its id.
func (t *Token) Label() string {
	if t.ID == OnlyToken {
		return Mark(t.Player)
	}
	return Mark(t.Player) + strconv.Itoa(t.ID)
}
