package lab_test

import (
	"testing"

	"blastyard/show/lab"
)

const small = `{"map":"tiny","players":6,"seed":11,"turns":100,"seats":[{"bot":"builtin:random"},{"bot":"builtin:random"},` +
	`{"bot":"builtin:random"},{"bot":"builtin:random"},{"bot":"builtin:random"},{"bot":"builtin:random"}]}`

// BenchmarkPlay measures a match on 37 cells with six bots that do not think: the speed of the page's engine.
func BenchmarkPlay(b *testing.B) {
	for b.Loop() {
		if _, err := lab.Play([]byte(small)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkResult measures the same match without a replay, as one of many.
func BenchmarkResult(b *testing.B) {
	order := []byte(`{"keep":false,"config":` + small + `}`)
	for b.Loop() {
		m, err := lab.Begin(order, lab.Options{})
		if err == nil {
			_, err = m.Wait()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	played, err := lab.Play([]byte(small))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if v, err := lab.Verify(played.Replay); err != nil || !v.AsRecorded {
			b.Fatal(v, err)
		}
	}
}
