package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"blastyard/internal/jsonscan"
)

// request is what the lines of both games have in common.
type request struct {
	id    int64 // of the game; 0 where the line names none
	hasID bool
	fork  []byte  // the value of the field; nil: it is not there
	drop  []byte  // likewise
	from  int64   // the game that is forked
	gone  []int64 // the games that are dropped
	seed  *uint64 // of the draws

	rawID, rawSeed          []byte
	rawReport, rawAll, form []byte

	report bool   // tell what is refused
	all    bool   // answer every turn of the line
	answer string // the form of the answer; empty: the usual one
}

// field notes a field of a line and reports whether it is one that both games know.
func (q *request) field(key, value []byte) bool {
	switch string(key) {
	case "id":
		q.rawID = value
	case "fork":
		q.fork = value
	case "drop":
		q.drop = value
	case "seed":
		q.rawSeed = value
	case "report":
		q.rawReport = value
	case "all":
		q.rawAll = value
	case "answer":
		q.form = value
	default:
		return false
	}
	return true
}

// read reads the values that were noted; forms are those that an answer can have.
func (q *request) read(forms ...string) (err error) {
	if q.rawID != nil {
		if q.id, err = readID("id", q.rawID); err != nil {
			return err
		}
		q.hasID = true
	}
	if q.fork != nil {
		if q.from, err = readID("fork", q.fork); err != nil {
			return err
		}
	}
	if q.drop != nil {
		if err = q.readDrop(); err != nil {
			return err
		}
	}
	if q.report, err = readBool("report", q.rawReport); err != nil {
		return err
	}
	if q.all, err = readBool("all", q.rawAll); err != nil {
		return err
	}
	return q.readForm(forms)
}

func (q *request) readForm(forms []string) error {
	if q.form == nil {
		return nil
	}
	for _, f := range forms {
		if string(q.form) == strconv.Quote(f) {
			q.answer = f
			return nil
		}
	}
	var known bytes.Buffer
	for i, f := range forms {
		if i > 0 {
			known.WriteString(" or ")
		}
		known.WriteString(strconv.Quote(f))
	}
	return fmt.Errorf("answer is %s, expected %s", brief(q.form), known.Bytes())
}

// readDrop reads the id of a game, or an array of ids.
func (q *request) readDrop() error {
	if q.drop[0] != '[' {
		id, err := readID("drop", q.drop)
		q.gone = []int64{id}
		return err
	}
	scan := jsonscan.New(q.drop)
	return scan.Elements(func() error {
		value, err := scan.Value()
		if err != nil {
			return err
		}
		id, err := readID(fmt.Sprintf("drop[%d]", len(q.gone)), value)
		q.gone = append(q.gone, id)
		return err
	})
}

// maxID is the largest integer that JSON keeps in every language.
const maxID = 1<<53 - 1

func readID(name string, value []byte) (int64, error) {
	n, ok := jsonscan.ParseInt(value)
	if !ok || n < 0 || n > maxID {
		return 0, fmt.Errorf("%s is %s, expected an integer from 0 to %d", name, brief(value), int64(maxID))
	}
	return n, nil
}

// readBool reads true or false; without a value it is false.
func readBool(name string, value []byte) (is bool, err error) {
	if value != nil && (string(value) == "null" || json.Unmarshal(value, &is) != nil) {
		err = fmt.Errorf("%s is %s, expected true or false", name, brief(value))
	}
	return is, err
}

// readSeed reads the seed of draws, where there is one.
func (q *request) readSeed() error {
	if q.rawSeed == nil {
		return nil
	}
	n, err := strconv.ParseUint(string(q.rawSeed), 10, 64)
	if err != nil {
		return fmt.Errorf("seed is %s, expected an integer from 0 to %d", brief(q.rawSeed), uint64(math.MaxUint64))
	}
	q.seed = &n
	return nil
}

// brief is the beginning of a JSON value, for errors.
func brief(value []byte) string {
	const most = 40
	if len(value) > most {
		return string(value[:most]) + "..."
	}
	return string(value)
}
