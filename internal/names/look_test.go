package names

import "testing"

func TestSame(t *testing.T) {
	for _, c := range [][2]string{
		{"hunter", "Hunter"}, {"HUNTER", "hunter"}, {"Jose\u0301", "José"}, {"JOSÉ", "josé"}, {"ｈｕｎｔｅｒ", "hunter"}, {"ﬁre", "fire"}, {"Straße", "STRASSE"},
		{"pаypаl", "paypal"}, {"ВОВА", "BOBA"}, {"ВОВА", "вова"}, {"Вова", "Boвa"}, {"ΑΝΝΑ", "ANNA"}, {"αnn", "ann"}, {"Team l", "Team I"}, {"b0t", "bOt"},
		{"bot1", "botl"}, {"Warner", "Wamer"}, {"Ann  Lee", "Ann Lee"}, {"نامه\u200cای", "نامهای"}, {"❤", "❤️"}, {"O'Brien", "O’Brien"}, {"a–b", "a-b"},
		{"二人", "ニ人"}, {"Σίσυφος", "ΣΊΣΥΦΟΣ"}, {"é", "е\u0301"}, {"①", "1"}, {"ſam", "sam"}, {"カ", "ｶ"}, {"Team: Ann", "Team： Ann"},
	} {
		if !Same(c[0], c[1]) || !Same(c[1], c[0]) {
			t.Errorf("%q and %q are told apart: %q, %q", c[0], c[1], looks(c[0]), looks(c[1]))
		}
		var s Set
		s.Add("another")
		if s.Add(c[0]); s.Like(c[1]) != c[0] {
			t.Errorf("of %q and %q a set says %q", c[0], c[1], s.Like(c[1]))
		}
	}
	for _, c := range [][2]string{
		{"hunter", "hunter2"}, {"Jose", "José"}, {"ann", "anne"}, {"Ann Lee", "AnnLee"}, {"チーム", "チ一厶"}, {"हिन्दी", "हिनदी"}, {"bot2", "bot3"}, {"a", "b"},
		{"Why?", "Why!"}, {"👩\u200d🚀", "👨\u200d🚀"}, {"в", "b"}, {"ハ", "パ"}, {"ไทย", "ไทบ"}, {"فريق", "فريف"},
	} {
		if Same(c[0], c[1]) {
			t.Errorf("%q and %q are taken for the same: %q", c[0], c[1], looks(c[0]))
		}
	}
	for i, a := range good {
		for _, b := range good[:i] {
			if Same(a, b) {
				t.Errorf("%q and %q are taken for the same", a, b)
			}
		}
	}
}
