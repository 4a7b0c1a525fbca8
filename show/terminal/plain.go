package terminal

// Plain makes a text of a bot safe to print on one line: plain.Text, for those who print with this package.
func Plain(s string) string { return clean(s) }
