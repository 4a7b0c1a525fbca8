//go:build race

package server_test

// raceDetector tells that memory is watched, which makes touching a lot of it very slow.
const raceDetector = true
