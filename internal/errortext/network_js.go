package errortext

// network: the module in a page uses none, and is smaller without what knows of it.
func network(error) (text string, is bool) { return "", false }
