package errortext

// ofNetwork knows no errors: the laboratory in a browser has no network, and must be small.
func ofNetwork(error) (text string, is bool) { return "", false }
