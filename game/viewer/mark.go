package viewer

import (
	"strconv"
	"strings"
)

// Mark returns the letters of a player: A to Z, then AA, AB, …, or "?" for no player.
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

// ActionOf describes an action for people: the character has its name on the board, A9, where the rules say character
// 9. mark is the letter of the character's player.
func ActionOf(mark, action string) string {
	if _, rest, found := characterOf(action); found {
		return mark + rest
	}
	return action
}

// ActionOf describes an action for people who see f.
func (f *Frame) ActionOf(action string) string {
	id, _, found := characterOf(action)
	for i := range f.Tokens {
		if t := &f.Tokens[i]; found && t.ID == id {
			return ActionOf(f.Mark(t.Player), action)
		}
	}
	return action
}

// characterOf returns the character at the beginning of an action, and the action from its number on.
func characterOf(action string) (id int, rest string, found bool) {
	rest, found = strings.CutPrefix(action, "character ")
	number, _, _ := strings.Cut(rest, ":")
	id, err := strconv.Atoi(number)
	return id, rest, found && err == nil && id >= 0
}

// Label returns the name of a token: its player's mark and its id.
func (t *Token) Label() string {
	if t.ID == OnlyToken {
		return Mark(t.Player)
	}
	return Mark(t.Player) + strconv.Itoa(t.ID)
}
