package docs

import _ "embed" // the page

//go:embed lessons.md
var lessons string

// Lessons is the page lessons.md: the lessons of the laboratory, which package lessons reads.
func Lessons() string { return lessons }
