package names

import (
	"strings"
	"unicode"

	"blastyard/internal/letters"
)

// lookalikes are characters that look like another one: each line has one, and behind it those that are taken for it.
// They are written down from knowledge of the alphabets and are no copy of a list: Latin, Cyrillic, Greek and Armenian
// letters, kana and Chinese characters, digits and signs. What Unicode itself calls compatible is not among them.
var lookalikes = likes(`
aаɑα cсϲ dԁ eе gɡց hһհ iіιıɩ jјϳ lӏӀI1|ǀ∣ nո oоοօ pрρ qԛզ sѕ uυս vνѵ wԝ xх yуγү kκ
AАΑ BВΒ CСϹ EЕΕ GԌ HНΗ JЈ KКΚ MМΜ NΝ OОΟՕ0 PРΡ QԚ SЅՏ TТΤ WԜ XХΧ YУΥҮ ZΖ lІΙ 3ЗӠ
'’‘ʼʹ′´` + "`" + `׳ "“”″״ -–—‐‑−‒ ·・•∙⋅ :ː։׃∶꞉ !ǃ /⁄∕
ー一 ニ二 ロ口 カ力 エ工 ト卜 タ夕 ハ八 ヘへ リり`)

func likes(groups string) map[rune]rune {
	same := map[rune]rune{}
	for group := range strings.FieldsSeq(groups) {
		first := []rune(group)[0]
		for _, r := range group {
			if r != first {
				same[r] = first
			}
		}
	}
	return same
}

// pairs are two letters that look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// Same reports whether two names look the same: they differ only in case, in forms of the same characters, in
// characters that are taken for each other, or in blanks and joiners.
func Same(a, b string) bool {
	x, y := looks(a), looks(b)
	return x[0] == y[0] || x[1] == y[1]
}

// looks are two texts that stand for how a name looks. Small letters may look different where capital ones look the
// same, as в and b do; so one text is of the name in small letters, the other of it as it is written.
func looks(name string) [2]string {
	plain := letters.NFKD(name)
	return [2]string{look(letters.NFKD(folded(plain))), look(plain)}
}

func look(name string) string {
	name = strings.Map(func(r rune) rune {
		if first, is := lookalikes[r]; is {
			return first
		}
		if r == 0x200c || r == 0x200d || unicode.Is(unicode.Variation_Selector, r) || r == 0x2800 {
			return -1
		}
		return r
	}, name)
	return pairs.Replace(folded(strings.Join(strings.Fields(name), " ")))
}

// folded is a text in small letters.
func folded(s string) string {
	s = strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, s)
	return strings.ReplaceAll(s, "ß", "ss")
}

// A Set is names none of which looks like another. The zero Set is empty.
type Set struct{ by [2]map[string]string }

// Like returns a name of the set that looks like another name, or "".
func (s *Set) Like(name string) string {
	for i, look := range looks(name) {
		if other, is := s.by[i][look]; is {
			return other
		}
	}
	return ""
}

// Add adds a name.
func (s *Set) Add(name string) {
	for i, look := range looks(name) {
		if s.by[i] == nil {
			s.by[i] = map[string]string{}
		}
		s.by[i][look] = name
	}
}
