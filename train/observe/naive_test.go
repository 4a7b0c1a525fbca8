//stage:unraced its tests compare every value of many turns

package observe

import "fmt"

// arrays is the memory of a view.
type arrays struct {
	dst, mask, legal []byte
	scalars          []float32
}

func newArrays(s *Spec, fill byte) arrays {
	a := arrays{make([]byte, s.ViewBytes()), make([]byte, s.MaskBytes()), make([]byte, s.Characters),
		make([]float32, len(s.Scalars))}
	for _, list := range [][]byte{a.dst, a.mask, a.legal} {
		for i := range list {
			list[i] = fill
		}
	}
	for i := range a.scalars {
		a.scalars[i] = float32(fill)
	}
	return a
}

func (n arrays) memory() Memory { return Memory{n.dst, n.scalars, n.mask, n.legal} }

// differ says where two views differ; "": nowhere.
func differ(s *Spec, got, want arrays) string {
	for i := range want.dst {
		if got.dst[i] != want.dst[i] {
			channel, place := i/max(1, s.Height*s.Width), i%max(1, s.Height*s.Width)
			if s.Form == Cells {
				channel, place = i%len(s.Channels), i/len(s.Channels)
			}
			return fmt.Sprintf("channel %s, place %d: %d, expected %d", s.Channels[channel], place, got.dst[i],
				want.dst[i])
		}
	}
	for i := range want.scalars {
		if got.scalars[i] != want.scalars[i] {
			return fmt.Sprintf("scalar %s: %v, expected %v", s.Scalars[i], got.scalars[i], want.scalars[i])
		}
	}
	for i := range want.mask {
		if got.mask[i] != want.mask[i] {
			return fmt.Sprintf("character %d, action %q: mask %d, expected %d", i/len(s.Actions),
				s.Actions[i%len(s.Actions)], got.mask[i], want.mask[i])
		}
	}
	for i, key := range want.legal {
		if got.legal[i] != key {
			return fmt.Sprintf("key of character %d: %d, expected %d", i, got.legal[i], key)
		}
	}
	return ""
}

// naive writes an observation channel by channel, as the package's documentation describes it.
type naive struct {
	spec *Spec
	arrays
	place map[string]int // by channel
}

func newNaive(s *Spec) *naive {
	n := &naive{spec: s, arrays: newArrays(s, 0), place: map[string]int{}}
	for i, name := range s.Channels {
		n.place[name] = i
	}
	return n
}

func (n *naive) set(channel string, row, column, cell int, value int) {
	i, known := n.place[channel]
	switch {
	case n.spec.Form == Planes && known:
		n.dst[(i*n.spec.Height+row)*n.spec.Width+column] = byte(value)
	case n.spec.Form == Cells && known:
		n.dst[cell*len(n.spec.Channels)+i] = byte(value)
	}
}

func (n *naive) scalar(value float64, format string, args ...any) {
	for i, name := range n.spec.Scalars {
		if name == fmt.Sprintf(format, args...) {
			n.scalars[i] = float32(value)
			return
		}
	}
	panic("no scalar " + format)
}

// setKey finds the key of the mask.
func (n *naive) setKey(character int) {
	bits := uint32(0)
	for a, allowed := range n.mask[character*len(n.spec.Actions):][:len(n.spec.Actions)] {
		bits |= uint32(allowed) << a
	}
	for key, mask := range n.spec.Masks {
		if mask == bits {
			n.legal[character] = byte(key)
			return
		}
	}
	panic(fmt.Sprintf("no key for the mask %b", bits))
}

// count counts the bytes of each channel that are not 0.
func (n arrays) count(s *Spec, seen map[string]int) {
	for i, value := range n.dst {
		if value == 0 {
			continue
		}
		if s.Form == Planes {
			seen[s.Channels[i/(s.Height*s.Width)]]++
		} else {
			seen[s.Channels[i%len(s.Channels)]]++
		}
	}
}

var forms = map[string]Form{"planes": Planes, "cells": Cells, "none": None}
