package serve

func systemOpeners(url string) [][]string { return [][]string{{"open", url}} }
