package site

import (
	"context"
	"testing"
	"time"
)

type ctx = context.Context

// beside runs f until stop is called.
func beside(f func(ctx)) (stop func()) {
	c, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(c)
	}()
	return func() {
		cancel()
		<-done
	}
}

// wait waits until something holds.
func wait(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to pass in two minutes")
		}
	}
}
