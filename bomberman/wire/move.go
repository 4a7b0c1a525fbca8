package wire

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"blastyard/bomberman"
)

// ErrMove is in every error about a move file.
var ErrMove = errors.New("bad move")

// MoveFileSize is how many octets of a move file are worth reading: byte order mark and first character.
const MoveFileSize = 8

// ParseMove reads the command of a move file: its first character, 1 to 6. 0 is a deliberate Nothing. Anything else is
// Nothing as well, and the error says what is there; a byte order mark before the character does no harm.
func ParseMove(file []byte) (bomberman.Command, error) {
	for _, mark := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff\x00"} {
		if rest, ok := bytes.CutPrefix(file, []byte(mark)); ok {
			file = rest
			break
		}
	}
	if len(file) == 0 {
		return bomberman.Nothing, fmt.Errorf("%w: the file is empty, expected a digit from 0 to 6", ErrMove)
	}
	if c := file[0]; c >= '0' && c < '0'+bomberman.NumCommands {
		return bomberman.Command(c - '0'), nil
	}
	r, _ := utf8.DecodeRune(file)
	return bomberman.Nothing, fmt.Errorf("%w: the file begins with %q, expected a digit from 0 to 6", ErrMove, r)
}

// AppendMove appends a move file: the command's digit and a line feed.
func AppendMove(dst []byte, c bomberman.Command) []byte { return append(dst, '0'+byte(c), '\n') }
