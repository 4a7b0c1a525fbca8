//go:build race

package engine

const withRaceDetector = true
