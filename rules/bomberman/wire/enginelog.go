package wire

import (
	"bytes"
	"strings"

	"blastyard/rules/bomberman"
)

// addedCommand begins the part of a line of engine.log that says which command counted for a player.
const addedCommand = "Added Command"

// AppendAdded appends the line of engine.log that says which command counted for a player:
//
//	Added Command place bomb for Player A: name
func AppendAdded(dst []byte, player int, name string, c bomberman.Command) []byte {
	dst = append(append(dst, addedCommand+" "...), c.String()...)
	dst = append(append(dst, " for Player "...), bomberman.Key(player))
	return append(append(append(dst, ": "...), name...), '\n')
}

// AddedCommand is a command that counted, according to engine.log.
type AddedCommand struct {
	Player  int // from 0
	Command bomberman.Command
}

// ParseEngineLog returns the commands that counted, in the order of the lines. names are the players' names, by
// number. A line names its player by "Player KEY" or, in the original, by "PlayerEntity(…, Key:KEY)", or by the name
// of exactly one player, and its command by a word such as up or bomb, in any case and order. Lines without both are
// ignored.
func ParseEngineLog(text []byte, names []string) (added []AddedCommand) {
	for line := range bytes.Lines(text) {
		_, rest, is := strings.Cut(string(bytes.TrimRight(line, "\r\n")), addedCommand)
		if !is {
			continue
		}
		player, rest, ok := takePlayer(rest, names)
		if !ok {
			continue
		}
		if c, ok := commandIn(rest); ok {
			added = append(added, AddedCommand{player, c})
		}
	}
	return added
}

// takePlayer finds the player of a line and returns the rest of the line.
func takePlayer(line string, names []string) (player int, rest string, ok bool) {
	if before, entity, is := strings.Cut(line, "PlayerEntity("); is {
		_, key, _ := strings.Cut(entity, "Key:")
		if len(key) < 2 || key[1] != ')' || int(key[0])-'A' < 0 || int(key[0])-'A' >= len(names) {
			return bomberman.NoPlayer, line, false
		}
		return int(key[0]) - 'A', before, true
	}
	const word = "Player "
	for at := 0; ; {
		i := strings.Index(line[at:], word)
		if i < 0 {
			break
		}
		begin := at + i
		at = begin + len(word)
		if at == len(line) || at+1 < len(line) && isWord(line[at+1]) {
			continue
		}
		if k := int(line[at]) - 'A'; k >= 0 && k < len(names) {
			rest := strings.TrimPrefix(strings.TrimLeft(line[at+1:], ": "), names[k])
			return k, line[:begin] + " " + rest, true
		}
	}
	player = bomberman.NoPlayer
	for k, name := range names {
		if name == "" || !strings.Contains(line, name) {
			continue
		}
		if player != bomberman.NoPlayer {
			return player, line, false
		}
		player = k
	}
	if player == bomberman.NoPlayer {
		return player, line, false
	}
	return player, strings.Replace(line, names[player], " ", 1), true
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
}

// commandIn finds the command in a text. Several words of one command are allowed. The first match in this order
// counts, so that "trigger bomb" is not "place bomb".
func commandIn(text string) (bomberman.Command, bool) {
	text = strings.ToLower(text)
	for _, known := range []struct {
		word string
		c    bomberman.Command
	}{
		{"trigger", bomberman.TriggerBomb},
		{"bomb", bomberman.PlaceBomb},
		{"nothing", bomberman.Nothing},
		{"left", bomberman.Left},
		{"right", bomberman.Right},
		{"down", bomberman.Down},
		{"up", bomberman.Up},
	} {
		if strings.Contains(text, known.word) {
			return known.c, true
		}
	}
	return bomberman.Nothing, false
}
