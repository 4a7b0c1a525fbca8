package main

import (
	"blastyard/explain"
	"blastyard/replay"
)

// What package explain has, by the names that the files that play matches use.
type lessonsOfJSON = explain.PlayerLessons

const (
	lessonsShown = explain.Shown
	everyone     = explain.Everyone
	pageWork     = explain.PageWork
)

var (
	printLessons   = explain.Write
	playerLessons  = explain.ByPlayer
	viewerLessons  = explain.ForViewer
	lessonsForPage = explain.ForPage
)

// lessonsOf explains the match of a replay file.
func lessonsOf(path string) ([]explain.Lesson, error) {
	r, err := replay.Open(path)
	if err != nil {
		return nil, err
	}
	return explain.Match(r)
}

// names are the players' names, by id.
func (o *outcome) names() []string {
	names := make([]string, len(o.Scores))
	for k, id := range o.ids {
		if id != nobody && id < len(names) {
			names[id] = o.seats[k].name
		}
	}
	return names
}
