// Package similar finds bots whose sources resemble each other, by winnowing over tokens as MOSS does (Schleimer,
// Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", 2003). Names, layout, comments, the
// order of functions and the files in which they stand make no difference. What many bots share, or what is in a
// starter, does not count.
package similar

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word of a program: the hash of a keyword or sign, or a class of words.
type token struct {
	code uint32
	line int32 // from 1
}

// Classes of words that are taken for the same.
const (
	name = iota + 1
	number
	text
)

// language says how programs of a language are split.
type language struct {
	line   []string // what begins a comment up to the end of its line
	blocks bool     // /* … */
	triple bool     // """ … """ is a text of several lines
	ticks  bool     // ` … ` is a text of several lines
}

var (
	likeC    = language{line: []string{"//"}, blocks: true}
	likeJS   = language{line: []string{"//"}, blocks: true, ticks: true}
	likeSh   = language{line: []string{"#"}}
	likeLua  = language{line: []string{"--"}}
	likeLisp = language{line: []string{";"}}
	python   = language{line: []string{"#"}, triple: true}
	php      = language{line: []string{"//", "#"}, blocks: true}
	erlang   = language{line: []string{"%"}}
)

// languages are the known languages by the ends of files.
var languages = map[string]*language{
	".c": &likeC, ".h": &likeC, ".cc": &likeC, ".cpp": &likeC, ".cxx": &likeC, ".hpp": &likeC, ".java": &likeC,
	".cs": &likeC, ".rs": &likeC, ".kt": &likeC, ".scala": &likeC, ".swift": &likeC, ".d": &likeC, ".zig": &likeC,
	".dart": &likeC, ".fs": &likeC, ".go": &likeJS, ".js": &likeJS, ".mjs": &likeJS, ".cjs": &likeJS, ".ts": &likeJS,
	".py": &python, ".rb": &likeSh, ".pl": &likeSh, ".sh": &likeSh, ".r": &likeSh, ".jl": &likeSh, ".nim": &likeSh,
	".ex": &likeSh, ".lua": &likeLua, ".hs": &likeLua, ".ml": &likeC, ".php": &php, ".erl": &erlang,
	".lisp": &likeLisp, ".scm": &likeLisp, ".clj": &likeLisp,
}

// IsSource reports whether a file, by its path with slashes, is compared: the source of a program in a known language
// that does not lie in a folder of what others wrote.
func IsSource(file string) bool {
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		switch part {
		case "node_modules", "vendor", "target", "dist", "third_party", "site-packages":
			return false
		}
	}
	return languages[strings.ToLower(path.Ext(file))] != nil
}

// keywords are words that say what a program does; all other words are names. They are those of many languages.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`
		and as async await begin break case catch class const continue def default defer del do elif else
		elsif end enum except extends finally fn for foreach from func function go goto if implements import
		in interface is lambda let local loop match module mut namespace new nil none not null object or
		package pass private protected public raise range return select self static struct super switch then
		this throw trait true false try type typedef union unless until use using val var virtual void when
		where while with yield`) {
		m[w] = true
	}
	return m
}()

// split splits the text of a file into tokens.
func split(file string, content []byte) []token {
	l := languages[strings.ToLower(path.Ext(file))]
	if l == nil {
		return nil
	}
	s := scanner{language: l, rest: string(content), line: 1}
	for s.rest != "" {
		s.next()
	}
	return s.tokens
}

// scanner splits the rest of a text.
type scanner struct {
	*language
	rest   string
	line   int32
	tokens []token
}

func (s *scanner) add(code uint32) { s.tokens = append(s.tokens, token{code, s.line}) }

// skip goes on behind n bytes.
func (s *scanner) skip(n int) {
	n = min(n, len(s.rest))
	s.line += int32(strings.Count(s.rest[:n], "\n"))
	s.rest = s.rest[n:]
}

// skipTo goes on behind the end of something that begins with n bytes.
func (s *scanner) skipTo(n int, end string) {
	at := strings.Index(s.rest[n:], end)
	if at < 0 {
		s.skip(len(s.rest))
		return
	}
	s.skip(n + at + len(end))
}

// next takes a token, or what is none.
func (s *scanner) next() {
	for _, begin := range s.language.line {
		if strings.HasPrefix(s.rest, begin) {
			s.skipTo(len(begin), "\n")
			return
		}
	}
	r, size := utf8.DecodeRuneInString(s.rest)
	switch {
	case s.blocks && strings.HasPrefix(s.rest, "/*"):
		s.skipTo(2, "*/")
	case unicode.IsSpace(r):
		s.skip(size)
	case unicode.IsLetter(r) || r == '_' || r == '$':
		s.word()
	case unicode.IsDigit(r):
		s.add(number)
		s.skip(s.while(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }))
	case s.triple && (strings.HasPrefix(s.rest, `"""`) || strings.HasPrefix(s.rest, "'''")):
		s.add(text)
		s.skipTo(3, s.rest[:3])
	case r == '`' && s.ticks:
		s.add(text)
		s.skipTo(1, "`")
	case r == '"' || r == '\'':
		s.quoted(byte(r))
	case r == ';':
		s.skip(1) // where a line ends is layout
	default:
		s.add(hashOf(s.rest[:size]))
		s.skip(size)
	}
}

// while returns the length of what fits at the beginning of the rest.
func (s *scanner) while(fits func(rune) bool) int {
	if end := strings.IndexFunc(s.rest, func(r rune) bool { return !fits(r) }); end >= 0 {
		return end
	}
	return len(s.rest)
}

func (s *scanner) word() {
	n := s.while(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '$' })
	if word := strings.ToLower(s.rest[:n]); keywords[word] {
		s.add(hashOf(word))
	} else {
		s.add(name)
	}
	s.skip(n)
}

// quoted takes a text up to its end in the same line. A quote without one is a sign, such as that of a lifetime.
func (s *scanner) quoted(quote byte) {
	for i := 1; i < len(s.rest) && s.rest[i] != '\n'; i++ {
		switch s.rest[i] {
		case '\\':
			i++
		case quote:
			s.add(text)
			s.skip(i + 1)
			return
		}
	}
	s.add(hashOf(string(quote)))
	s.skip(1)
}

// hashOf is FNV-1a, beyond the classes.
func hashOf(word string) uint32 {
	h := uint32(2166136261)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return h | 1<<31
}
