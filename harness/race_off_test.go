//go:build !race

package harness

const withRaceDetector = false
