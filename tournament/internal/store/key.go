package store

import (
	"fmt"
	"strconv"
	"strings"

	"blastyard/tournament"
)

// The parts of a key: see migrations/0001.sql.
const (
	tryBits   = 12
	matchBits = 12
	blockBits = 33
	stageBits = 6

	blockShift = tryBits + matchBits
	stageShift = blockShift + blockBits
)

// keyOf returns the key of a try of a fixture.
func keyOf(id tournament.ID, try int) (int64, error) {
	for _, part := range []struct {
		name  string
		value int
		bits  uint
	}{{"stage", id.Stage, stageBits}, {"block", id.Block, blockBits}, {"match", id.Match, matchBits}, {"try", try,
		tryBits}} {
		if int64(part.value) < 0 || int64(part.value) >= 1<<part.bits {
			return 0, fmt.Errorf("store: %s of match %v is %d: expected 0 to %d", part.name, id, part.value,
				int64(1)<<part.bits-1)
		}
	}
	return int64(id.Stage)<<stageShift | int64(id.Block)<<blockShift | int64(id.Match)<<tryBits | int64(try), nil
}

// idOf returns the fixture and the try of a key.
func idOf(key int64) (tournament.ID, int) {
	return tournament.ID{
		Stage: int(key >> stageShift),
		Block: int(key >> blockShift & (1<<blockBits - 1)),
		Match: int(key >> tryBits & (1<<matchBits - 1)),
	}, int(key & (1<<tryBits - 1))
}

// cursorOf formats a key for links: "12.3", or "12.3~1" for a second try.
func cursorOf(key int64) string {
	id, try := idOf(key)
	if try == 0 {
		return id.String()
	}
	return id.String() + "~" + strconv.Itoa(try)
}

func parseCursor(text string) (int64, error) {
	match, again, _ := strings.Cut(text, "~")
	try := 0
	id, err := tournament.ParseID(match)
	if err == nil && again != "" {
		try, err = strconv.Atoi(again)
	}
	key := int64(0)
	if err == nil {
		key, err = keyOf(id, try)
	}
	if err != nil {
		return 0, fmt.Errorf("%w; it is %.100q", ErrCursor, text)
	}
	return key, nil
}
