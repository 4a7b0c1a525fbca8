package complete

// The command is the original's.
func init() {
	flagCompletions["bomberman --order"] = OneOf("key", "seeded")
	flagCompletions["bomberman --bot"] = Folders
	argCompletions["bomberman"] = Folders
}
