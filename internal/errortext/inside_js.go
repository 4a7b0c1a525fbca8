package errortext

// addressed: the module in a page asks for nothing, and is smaller without the package of addresses.
func addressed(error) (text string, is bool) { return "", false }
