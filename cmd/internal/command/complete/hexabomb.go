package complete

// The command is the original's.
func init() { argCompletions["hexabomb"] = First(completeMap) }
