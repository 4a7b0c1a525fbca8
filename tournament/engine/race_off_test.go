//go:build !race

package engine

const withRaceDetector = false
