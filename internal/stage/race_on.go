//go:build race

package stage

// Raced tells whether the race detector watches, which makes tests slow and needs much memory.
const Raced = true
