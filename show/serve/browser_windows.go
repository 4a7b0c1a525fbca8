package serve

func systemOpeners(url string) [][]string {
	return [][]string{{"rundll32", "url.dll,FileProtocolHandler", url}}
}
