//go:build unix && !darwin

package serve

import "os"

// systemOpeners returns the opener of the desktop, if there is one.
func systemOpeners(url string) [][]string {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	return [][]string{{"xdg-open", url}}
}
