package terminal

// Plain makes a text of a bot safe to print on one line: without control characters and escape sequences.
func Plain(s string) string { return clean(s) }
