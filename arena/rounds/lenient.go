package rounds

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A value is what a bot.json gives to a field.
type value struct {
	raw      string // as it is written
	text     string // if it is a string
	list     []value
	isString bool
	isList   bool
}

// A lenientReader reads JSON as people write it (JSON5): with comments, trailing commas, single quotes, keys without
// quotes, broken lines in strings and the numbers of JavaScript.
type lenientReader struct {
	file  []byte
	at    int
	depth int
}

// maxDepth is how deep lists and objects may lie in each other.
const maxDepth = 1000

var (
	errNoObject = errors.New("expected a JSON object")

	lenientKey    = regexp.MustCompile(`^[A-Za-z_$][\w$]*`)
	lenientWord   = regexp.MustCompile(`^[\w$.+-]+`)
	lenientNumber = regexp.MustCompile(`^[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|` +
		`(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$`)
)

// readLenient reads a file that is an object. Its keys become lower case; of equal keys the last counts. The error
// names the line.
func readLenient(file []byte) (map[string]value, error) {
	r := &lenientReader{file: bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))}
	err := r.space()
	if err == nil && r.next() != '{' && r.next() != 0 {
		return nil, errNoObject
	}
	var fields map[string]value
	if err == nil {
		fields, err = r.object()
	}
	if err == nil {
		err = r.space()
	}
	if err == nil && r.at < len(r.file) {
		err = r.unexpected("after the object")
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", 1+bytes.Count(r.file[:r.at], []byte("\n")), err)
	}
	return fields, nil
}

// next is the next byte, 0 at the end.
func (r *lenientReader) next() byte {
	if r.at == len(r.file) {
		return 0
	}
	return r.file[r.at]
}

func (r *lenientReader) unexpected(where string) error {
	if r.at == len(r.file) {
		return errors.New("the file ends " + where)
	}
	c, _ := utf8.DecodeRune(r.file[r.at:])
	return fmt.Errorf("there is %s %s", strconv.QuoteRune(c), where)
}

// space goes over white space and comments.
func (r *lenientReader) space() error {
	for {
		rest := r.file[r.at:]
		switch {
		case len(rest) > 0 && strings.IndexByte(" \t\r\n\f\v", rest[0]) >= 0:
			r.at++
		case bytes.HasPrefix(rest, []byte("//")):
			if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
				r.at += end
			} else {
				r.at = len(r.file)
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return errors.New("a comment does not end")
			}
			r.at += end + 4
		default:
			return nil
		}
	}
}

// object reads an object from its first brace to its last.
func (r *lenientReader) object() (map[string]value, error) {
	fields := map[string]value{}
	err := r.members('{', '}', func() error {
		key, err := r.key()
		if err == nil {
			err = r.space()
		}
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return r.unexpected("after a key, where a colon is expected")
		}
		r.at++
		if err = r.space(); err == nil {
			fields[strings.ToLower(key)], err = r.value()
		}
		return err
	})
	return fields, err
}

// members reads what lies between two brackets, with commas between the members and maybe after the last.
func (r *lenientReader) members(open, end byte, member func() error) error {
	if r.next() != open {
		return r.unexpected("where an object is expected")
	}
	r.at++
	if r.depth++; r.depth > maxDepth {
		return errors.New("too many brackets in each other")
	}
	defer func() { r.depth-- }()
	for {
		if err := r.space(); err != nil {
			return err
		}
		if r.next() == end {
			r.at++
			return nil
		}
		if err := member(); err != nil {
			return err
		}
		if err := r.space(); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.at++
		case end:
		default:
			return r.unexpected(fmt.Sprintf("where a comma or %c is expected", end))
		}
	}
}

func (r *lenientReader) key() (string, error) {
	if c := r.next(); c == '"' || c == '\'' {
		return r.quoted()
	}
	key := lenientKey.Find(r.file[r.at:])
	if key == nil {
		return "", r.unexpected("where a key is expected")
	}
	r.at += len(key)
	return string(key), nil
}

func (r *lenientReader) value() (v value, err error) {
	begin := r.at
	switch r.next() {
	case '{':
		_, err = r.object()
	case '[':
		v.isList = true
		err = r.members('[', ']', func() error {
			item, err := r.value()
			v.list = append(v.list, item)
			return err
		})
	case '"', '\'':
		v.isString = true
		v.text, err = r.quoted()
	default:
		word := string(lenientWord.Find(r.file[r.at:]))
		if word != "true" && word != "false" && word != "null" && !lenientNumber.MatchString(word) {
			return v, r.unexpected("where a value is expected")
		}
		r.at += len(word)
	}
	v.raw = string(r.file[begin:r.at])
	return v, err
}

// escapes are what the characters after a backslash mean; all others but u and line ends are errors.
var escapes = map[byte]string{
	'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", '\\': `\`, '/': "/", '"': `"`, '\'': "'",
}

// quoted reads a string with its quotes. What is no UTF-8 becomes U+FFFD.
func (r *lenientReader) quoted() (string, error) {
	quote := r.next()
	r.at++
	var b strings.Builder
	for {
		switch c := r.next(); {
		case r.at == len(r.file) || c < ' ':
			return "", r.unexpected("in a string")
		case c == quote:
			r.at++
			return string([]rune(b.String())), nil
		case c == '\\':
			r.at++
			if err := r.escape(&b); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			r.at++
		}
	}
}

// escape reads what follows a backslash.
func (r *lenientReader) escape(b *strings.Builder) error {
	rest := r.file[r.at:]
	text, known := escapes[r.next()]
	switch {
	case known:
		b.WriteString(text)
		r.at++
	case bytes.HasPrefix(rest, []byte("\r\n")):
		r.at += 2
	case r.next() == '\n' || r.next() == '\r':
		r.at++
	case r.next() == 'u':
		return r.unicode(b)
	default:
		return r.unexpected("after a backslash")
	}
	return nil
}

// unicode reads uXXXX, or two of them that are one character.
func (r *lenientReader) unicode(b *strings.Builder) error {
	first, ok := r.hex(r.at)
	if !ok {
		return r.unexpected("after a backslash, where u and four hexadecimal digits are expected")
	}
	r.at += 5
	if utf16.IsSurrogate(first) {
		whole := rune(utf8.RuneError)
		if second, ok := r.hex(r.at + 1); ok && r.next() == '\\' {
			whole = utf16.DecodeRune(first, second)
		}
		if whole != utf8.RuneError {
			r.at += 6
		}
		first = whole
	}
	b.WriteRune(first)
	return nil
}

// hex is the number of uXXXX at a place.
func (r *lenientReader) hex(at int) (rune, bool) {
	if at+5 > len(r.file) || r.file[at] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(r.file[at+1:at+5]), 16, 16)
	return rune(n), err == nil
}
