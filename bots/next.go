package bots

import (
	"path/filepath"
	"strings"

	"blastyard/internal/shellquote"
)

// Next are the command lines that build, play and check a new bot. They run from the folder in which it was made; dir
// is its folder as seen from there. program is how blastyard is called there.
func (s Starter) Next(program, dir string) []string {
	bot := folderWord(dir)
	var lines []string
	if s.Build != "" {
		lines = append(lines, program+" bot build "+bot)
	}
	play := program + " play --bot " + bot + " --bot builtin:greedy"
	if s.Game == Bomberman {
		play = program + " play bomberman --bot " + bot + " --bot builtin:hunter"
	}
	if s.any != nil {
		play = program + " play " + s.Game + " --bot " + bot + " --bot " + s.any.Rival
	}
	check := program + " bot check " + bot
	if s.Game != Hexabomb && s.Stdio() { // no bot.json says which game it plays
		check += " --game " + s.Game
	}
	return append(lines, play, check)
}

// folderWord is a folder as a word of a command line which no shell and no command takes for anything else.
func folderWord(dir string) string {
	return shellquote.Quote(asPath(dir, filepath.Separator))
}

// asPath is a folder with the separator of a system in its name, so that it is no name of a command.
func asPath(dir string, separator rune) string {
	if strings.ContainsAny(dir, `/\`) {
		return dir
	}
	return "." + string(separator) + dir
}
