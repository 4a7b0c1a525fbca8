package viewer

import (
	"strconv"
	"strings"
)

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

// ActionOf is an action of a player as people are told of it: a character is called as on the board, A9, where the
// rules say character 9. mark is the letter of the character's player.
func ActionOf(mark, action string) string {
	if _, rest, found := characterOf(action); found {
		return mark + rest
	}
	return action
}

// ActionOf is an action as people are told of it who see f.
func (f *Frame) ActionOf(action string) string {
	id, _, found := characterOf(action)
	for i := range f.Tokens {
		if t := &f.Tokens[i]; found && t.ID == id {
			return ActionOf(f.Mark(t.Player), action)
		}
	}
	return action
}

// characterOf is the character that an action begins with, and the action from its number on.
func characterOf(action string) (id int, rest string, found bool) {
	rest, found = strings.CutPrefix(action, "character ")
	number, _, _ := strings.Cut(rest, ":")
	id, err := strconv.Atoi(number)
	return id, rest, found && err == nil && id >= 0
}

// Label names a token: its player's mark and its id.
func (t *Token) Label() string {
	if t.ID == OnlyToken {
		return Mark(t.Player)
	}
	return Mark(t.Player) + strconv.Itoa(t.ID)
}
