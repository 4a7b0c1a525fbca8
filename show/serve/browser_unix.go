//go:build unix && !darwin

package serve

import "os"

// systemOpeners asks the desktop, where there is one.
func systemOpeners(url string) [][]string {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	return [][]string{{"xdg-open", url}}
}
