package netconsole

import "testing"

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"arena": "arena:19010", "arena:5000": "arena:5000", "::1": "[::1]:19010", "[::1]": "[::1]:19010", "[::1]:7": "[::1]:7",
		"192.0.2.7": "192.0.2.7:19010",
	} {
		if got, err := Address(in); err != nil || got != want {
			t.Errorf("%q gives %q, %v; want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"a:b:c", "arena:", "arena:0", "arena:65536", "arena:http"} {
		if got, err := Address(in); err == nil {
			t.Errorf("%q gives %q", in, got)
		}
	}
}
