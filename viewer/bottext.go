package viewer

import "regexp"

// folders are those of a path in a command line: of C:\bots\ann\bot.exe all but bot.exe.
var folders = regexp.MustCompile(`(?:\b[A-Za-z]:)?[^\s"'=:/\\]*[/\\](?:[^\s"'/\\]*[/\\])*([^\s"'/\\]+)[/\\]*`)

// BotText is what was asked for as a bot, as watchers see it: without the folders of its paths, which say how
// somebody's machine is arranged, and who uses it.
func BotText(bot string) string { return folders.ReplaceAllString(bot, "$1") }
