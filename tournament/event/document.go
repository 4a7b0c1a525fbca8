package event

import (
	"errors"
	"fmt"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"blastyard/internal/text"
	"blastyard/internal/tomlerror"
)

// Error describes an error in an event file.
type Error struct {
	File     string
	Line     int    // from 1; 0: not known
	Key      string // such as "turns", "final.rounds" or "bot[2].name" (bots count from 1); or ""
	Value    string // the value in the file; "": it is missing
	Expected string // what the value may be
	Err      error  // the cause, if there is more to say; or nil
}

func (e *Error) Error() string {
	where := e.File
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	switch {
	case e.Key == "":
		return fmt.Sprintf("%s: %v", where, e.Err)
	case e.Expected == "":
		return fmt.Sprintf("%s: %s: %v", where, e.Key, e.Err)
	case e.Value == "":
		return fmt.Sprintf("%s: %s is missing, expected %s", where, e.Key, e.Expected)
	default:
		return fmt.Sprintf("%s: %s is %s, expected %s", where, e.Key, e.Value, e.Expected)
	}
}

func (e *Error) Unwrap() error { return e.Err }

// document is a TOML file with the line of each key.
type document struct {
	file   string
	values map[string]any
	lines  map[string]int // by path, such as "final.rounds" or "bot[0].name"
}

func parseDocument(file string, content []byte) (*document, error) {
	d := &document{file: file, lines: map[string]int{}}
	if err := text.Check(content); err != nil {
		return nil, &Error{File: file, Err: err}
	}
	err := toml.Unmarshal(content, &d.values)
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		return nil, &Error{File: file, Line: line, Err: errors.New(tomlerror.InLine(wrong, content, line))}
	case err != nil:
		return nil, &Error{File: file, Err: err}
	}
	d.findLines(content)
	return d, nil
}

// findLines fills d.lines. The text is valid TOML.
func (d *document) findLines(content []byte) {
	var p unstable.Parser
	p.Reset(content)
	section, count := "", map[string]int{}
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind { //nolint:exhaustive // the other kinds only occur within these
		case unstable.Table:
			section = d.note(&p, "", e.Key())
		case unstable.ArrayTable:
			name := d.note(&p, "", e.Key())
			section = fmt.Sprintf("%s[%d]", name, count[name])
			count[name]++
			keys := e.Key()
			keys.Next()
			d.lines[section] = p.Shape(keys.Node().Raw).Start.Line
		case unstable.KeyValue:
			d.noteValue(&p, section, e)
		}
	}
}

// noteValue stores the lines of a key and of the keys of its value.
func (d *document) noteValue(p *unstable.Parser, section string, e *unstable.Node) {
	path := d.note(p, section, e.Key())
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for inner := e.Value().Children(); inner.Next(); {
		if inner.Node().Kind == unstable.KeyValue {
			d.noteValue(p, path, inner.Node())
		}
	}
}

// note stores the line of a key in a section, and returns its path.
func (d *document) note(p *unstable.Parser, section string, keys unstable.Iterator) (path string) {
	for path = section; keys.Next(); {
		path = join(path, string(keys.Node().Data))
		if _, known := d.lines[path]; !known {
			d.lines[path] = p.Shape(keys.Node().Raw).Start.Line
		}
	}
	return path
}

func join(section, key string) string {
	if section == "" {
		return key
	}
	return section + "." + key
}
