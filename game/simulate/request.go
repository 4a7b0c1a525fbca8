package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"blastyard/internal/jsonscan"
)

// request contains the fields that the lines of all games have in common.
type request struct {
	id    int64 // of the game; the default is 0
	hasID bool
	fork  []byte  // the value of the field; nil: missing
	drop  []byte  // the value of the field; nil: missing
	one   []byte  // one turn; nil: missing
	many  []byte  // several turns; nil: missing
	from  int64   // the game to fork
	gone  []int64 // the games to drop
	seed  *uint64 // for draws

	rawID, rawSeed          []byte
	rawReport, rawAll, form []byte

	report bool   // report refused actions
	all    bool   // answer every turn of the line
	answer string // the form of the answer; empty: the default
}

// field records a field of a line. It returns false if it is not common to all games.
func (q *request) field(names *names, key, value []byte) bool {
	switch string(key) {
	case names.turn:
		q.one = value
	case names.turns:
		q.many = value
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

// read parses the recorded values. forms are the possible forms of an answer.
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

// readDrop parses the id of a game, or an array of ids.
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

// readBool parses true or false. The default is false.
func readBool(name string, value []byte) (is bool, err error) {
	if value != nil && (string(value) == "null" || json.Unmarshal(value, &is) != nil) {
		err = fmt.Errorf("%s is %s, expected true or false", name, brief(value))
	}
	return is, err
}

// readSeed parses the seed for draws, if there is one.
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

// brief returns the beginning of a JSON value, for errors.
func brief(value []byte) string {
	const most = 40
	if len(value) > most {
		return string(value[:most]) + "..."
	}
	return string(value)
}
