package house

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxSentence is how many words a sentence of the manual may have.
const maxSentence = 35

// stumbles are turns of phrase at which readers stumbled, each with what to write instead. They must not come back.
var stumbles = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{phrases(`\bwhat lacks\b`), "what is missing"},
	{phrases(`\b(damage|differs|that|this|reason|level|and) (is|are) told\b`), "say who prints or shows it"},
	{regexp.MustCompile(`((^|[.:;] )Who|[.:;] who) \w+ (a|the|its|his|late|later|first|does|has|have|is|was) `), "somebody who …, a bot that …"},
	{phrases(`\bplays only who\b`, `\bmay only who\b`, `\bonly who\b`), "only a person who …"},
	{phrases(`\bmatter to nobody but\b`, `\bto nobody but\b`), "only … "},
	{phrases(`\bhardly (is|are|does|do|has)\b`), "a positive sentence"},
	{phrases(`\bwill do\b[.;,]`), "is enough"},
	{phrases(`\boneself\b`), "yourself"},
	{phrases(`\bas far as it\b`), "if, as long as"},
	{phrases(`\bdraw(s|ing)? lots\b`), "random"},
	{phrases(`\blooking on\b`, `\blookers-on\b`), "watching"},
	{phrases(`\bis not seen\b`), "is not considered, cannot be seen"},
	{phrases(`\bmakers' page\b`), "the website"},
	{phrases(`\bwhere there (is|are) one\b`, `\bwhere there is (mono|none|no one)\b`), "if there is one"},
	{phrases(`\b(it|this|that) is there: `), "say what was made"},
	{phrases(`\bof (a|the) damaged one\b`), "if a file is damaged"},
	{phrases(`\bspeaks? of no\b`, `\bknows? of no\b`, `\bsays nothing of\b`), "does not mention"},
	{phrases(`\bhas no (say|part) in\b`), "does not affect"},
	{phrases(`\bpassed over\b`), "skipped, ignored"},
	{phrases(`\bgoes before\b`), "takes precedence, wins"},
	{phrases(`\bis to be (had|found|seen|told|taken|downloaded)\b`), "say who does it"},
	{phrases(`\blet it be\b`, `\bbe it\b`, `\bor else\b`), "plain words"},
	{phrases(`\bthereof\b`, `\bwhereof\b`, `\bthereby\b`, `\bherein\b`, `\bwhereupon\b`, `\bhence\b`, `\bthus\b`), "plain words"},
	{regexp.MustCompile(`(^|[.;:] )Of (a|an|the|equal|all|each|several|those|two)\b`), "the subject first"},
}

var (
	inlineCode = regexp.MustCompile("`[^`]*`")
	links      = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	listItem   = regexp.MustCompile(`^\s*(?:[-*]|\d+\.) `)
	sentence   = regexp.MustCompile(`[.!?:;](?:[*_"')]*)(?:\s+|$)`)
	aWord      = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}'’/.,%+-]*`)
)

// paragraphs returns the running text of a page in Markdown: paragraphs and items of lists, without tables, headings,
// code and the form of words.
func paragraphs(page string) (list []string) {
	var open []string
	end := func() {
		if len(open) > 0 {
			list = append(list, strings.Join(open, " "))
		}
		open = nil
	}
	inCode := false
	for line := range strings.SplitSeq(page, "\n") {
		if len(open) == 0 && strings.HasPrefix(line, "    ") { // indented code
			continue
		}
		trimmed := strings.TrimSpace(line)
		isFence := strings.HasPrefix(trimmed, "```")
		switch {
		case isFence:
			end()
			inCode = !inCode
		case inCode:
		case trimmed == "", strings.HasPrefix(trimmed, "|"), strings.HasPrefix(trimmed, "#"):
			end()
		default:
			if at := listItem.FindString(line); at != "" {
				end()
				trimmed = line[len(at):]
			}
			open = append(open, trimmed)
		}
	}
	end()
	for i, text := range list {
		text = inlineCode.ReplaceAllString(text, "code")
		list[i] = strings.NewReplacer("**", "", "*", "").Replace(links.ReplaceAllString(text, "$1"))
	}
	return list
}

// longSentences returns the sentences of a text that have more words than a reader can hold. A colon and a semicolon
// end a sentence, too.
func longSentences(text string) (long []string) {
	for _, s := range sentence.Split(text, -1) {
		if len(aWord.FindAllString(s, -1)) > maxSentence {
			long = append(long, s)
		}
	}
	return long
}

// stumblesIn returns the places of a page with a turn of phrase that must not come back. Tables count, too.
func stumblesIn(page string) (found []string) {
	texts := paragraphs(page)
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "|") {
			texts = append(texts, strings.Split(strings.ReplaceAll(line, "| ", "|"), "|")...)
		}
	}
	for _, text := range texts {
		for _, s := range stumbles {
			if m := s.pattern.FindString(text); m != "" {
				found = append(found, fmt.Sprintf("%q in %q: write %s", m, text, s.instead))
			}
		}
	}
	return found
}

// TestManualIsReadable: no sentence of the manual is too long, and none has a turn of phrase that made readers stumble.
func TestManualIsReadable(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d pages, error %v", len(pages), err)
	}
	for _, page := range append(pages, "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paragraphs(string(text)) {
			for _, s := range longSentences(p) {
				t.Errorf("%s: a sentence of more than %d words: %q", page, maxSentence, s)
			}
		}
		for _, place := range stumblesIn(string(text)) {
			t.Errorf("%s: %s", page, place)
		}
	}
}
