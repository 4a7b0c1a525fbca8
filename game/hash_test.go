package game

import "testing"

func TestHashText(t *testing.T) {
	h := Hash{Whole: 0x0123456789abcdef, Parts: [NumParts]uint16{1, 0xffff, 0, 0xabcd, 16}}
	const text = "0123456789abcdef-0001-ffff-0000-abcd-0010"
	if got, err := h.MarshalText(); string(got) != text || err != nil {
		t.Errorf("%s, %v, want %s", got, err, text)
	}
	var back Hash
	if err := back.UnmarshalText([]byte(text)); err != nil || back != h {
		t.Errorf("%v, %v, want %v", back, err, h)
	}
	for _, bad := range []string{"", "0", text[1:], text + "0", text[:16] + "+" + text[17:], text[:40] + "g", "-" + text[1:]} {
		if err := new(Hash).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q was read as a hash", bad)
		}
	}
}
