package harness

import (
	"context"
	"os/exec"
	"testing"
)

// BenchmarkStart measures a program that does nothing, from Start to Done, at each level, and without any of this.
func BenchmarkStart(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		b.Run(level.String(), func(b *testing.B) {
			folder := b.TempDir()
			var wall float64
			for b.Loop() {
				p, err := Start(context.Background(), Command{Words: []string{"/bin/true"}, Sandbox: &Sandbox{Level: level, Folder: folder}})
				if err != nil {
					b.Fatal(err)
				}
				<-p.Done()
				e, _ := p.Exit()
				wall += float64(e.Wall.Microseconds())
			}
			b.ReportMetric(wall/float64(b.N), "µs-of-the-bot/op")
		})
	}
}
