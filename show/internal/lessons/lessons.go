// Package lessons contains the lessons for the first hour with hexabomb. Each has a small board, rivals, and a task.
// A lesson judges what happened in the match, never the source of a bot. The texts are a page of the manual,
// docs/lessons.md.
package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"blastyard/docs"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// Game is the name of the game that the lessons teach.
const Game = "hexabomb"

// Lesson is one lesson.
type Lesson struct {
	Number   int // from 1
	Title    string
	Text     string // the explanation, in Markdown
	Board    string // in the format of hexabomb's State.String
	Task     string // one sentence
	Start    string // JavaScript: the student's part of bot.js at the start
	Hint     string
	Solution string // JavaScript

	Turns int              // of the match
	Marks []hexabomb.Coord // the cells that the task names

	mapFile json.RawMessage
	rivals  []rival
	check   check
}

// All returns the lessons in their order.
func All() []*Lesson {
	list, err := read(docs.Lessons())
	if err != nil {
		panic(err) // a test checks the page
	}
	return list
}

// Find returns the lesson with a number.
func Find(number int) (*Lesson, error) {
	list := All()
	if number < 1 || number > len(list) {
		return nil, fmt.Errorf("lesson is %d, expected 1 to %d", number, len(list))
	}
	return list[number-1], nil
}

// read parses the lessons of the page, and joins them with their matches.
func read(page string) ([]*Lesson, error) {
	sections := strings.Split("\n"+page, "\n## ")[1:]
	list := matches()
	for i, l := range list {
		l.Number = i + 1
		title := fmt.Sprintf("%d. ", l.Number)
		if i >= len(sections) || !strings.HasPrefix(sections[i], title) {
			return nil, fmt.Errorf("lessons: section %d does not begin with %q", i+1, title)
		}
		if err := l.read(strings.TrimPrefix(sections[i], title)); err != nil {
			return nil, fmt.Errorf("lessons: lesson %d: %w", l.Number, err)
		}
		_, solution, _ := strings.Cut(page, fmt.Sprintf("\n### Solution %d\n\n```js\n", l.Number))
		if l.Solution, _, _ = strings.Cut(solution, "```"); l.Solution == "" {
			return nil, fmt.Errorf("lessons: lesson %d has no solution", l.Number)
		}
	}
	return list, nil
}

// read parses a section: title, text, board, task, code, hint.
func (l *Lesson) read(section string) error {
	rest := section
	for _, part := range []struct {
		to    *string
		until string
	}{
		{&l.Title, "\n\n"},
		{&l.Text, "\n\n```text\n"},
		{&l.Board, "```\n\n**Task:** "},
		{&l.Task, "\n\n```js\n"},
		{&l.Start, "```\n\n**Hint:** "},
	} {
		text, after, found := strings.Cut(rest, part.until)
		if !found {
			return fmt.Errorf("%q is missing", part.until)
		}
		*part.to, rest = text, after
	}
	l.Task, l.Hint = joined(l.Task), joined(rest)
	m, err := hexabomb.ParseMap(l.Board)
	if err != nil {
		return err
	}
	l.mapFile, err = wire.EncodeMap(m)
	return err
}

// joined returns a paragraph as one line.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// before is the beginning of a lesson's bot.js, with all helpers of the starter.
const before = `// A bot for the lessons.
"use strict";
const { Client, fail } = require("./netorcai.js");
const { DIRECTIONS, STAY, key, cellOf, step, boardOf, neighbours, freeCells, distances, distance, path, blast, danger,
  waysOut, random, draw } = require("./board.js");

const NICKNAME = "mybot"; // 1 to 10 characters without blanks

`

// Frame returns what surrounds the code of a lesson in bot.js. The end is that of bot.js in the JavaScript starter,
// which the caller passes.
func Frame(starter string) (start, end string, err error) {
	main := strings.Index(starter, "\nasync function main()")
	if main < 0 {
		return "", "", errors.New("lessons: bot.js of the starter has no function main")
	}
	return before, starter[main:], nil
}
