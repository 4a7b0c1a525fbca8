package harness

import "golang.org/x/sys/unix"

// bind binds this thread, and so the bot that it starts, to the bot's processors.
func (s *botSpec) bind() error {
	if s.Cores == nil {
		return nil
	}
	var set unix.CPUSet
	for _, core := range s.Cores {
		set.Set(core)
	}
	return unix.SchedSetaffinity(0, &set)
}
