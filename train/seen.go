package train

import (
	"slices"

	"blastyard/train/observe"
)

// forms are the forms of observation by name. "raw" has none: it consists of the states, which a request returns.
var forms = map[string]observe.Form{"planes": observe.Planes, "cells": observe.Cells, "raw": observe.None,
	"none": observe.None}

func observations() []string { return []string{"planes", "cells", "raw", "none"} }

// seen is the memory for what seats see.
type seen struct {
	spec    *observe.Spec
	seats   int
	board   []byte
	scalars []float32
	mask    []byte
	legal   []byte
}

// addView adds the arrays of observations; rows are the dimensions before those of a seat.
func addView(l *Layout, s *observe.Spec, rows ...int) error {
	arrays := []Array{
		{Name: "scalars", Dtype: "float32", Shape: []int{len(s.Scalars)}},
		{Name: "mask", Dtype: "bool", Shape: []int{s.Characters, len(s.Actions)}},
		{Name: "legal", Dtype: "uint8", Shape: []int{s.Characters}},
	}
	switch s.Form {
	case observe.Planes:
		arrays = append(arrays, Array{Name: "planes", Dtype: "uint8", Shape: []int{len(s.Channels), s.Height, s.Width}})
	case observe.Cells:
		arrays = append(arrays, Array{Name: "cells", Dtype: "uint8", Shape: []int{s.Cells, len(s.Channels)}})
	case observe.None:
	}
	for _, a := range arrays {
		if err := l.add(a.Name, a.Dtype, slices.Concat(rows, a.Shape)...); err != nil {
			return err
		}
	}
	return nil
}

func seenOf(a *arrays, s *observe.Spec, seats int) *seen {
	x := &seen{spec: s, seats: seats, scalars: view[float32](a, "scalars"), mask: a.bytes("mask"),
		legal: a.bytes("legal")}
	switch s.Form {
	case observe.Planes:
		x.board = a.bytes("planes")
	case observe.Cells:
		x.board = a.bytes("cells")
	case observe.None:
	}
	return x
}

// match returns the memory of all seats of match i.
func (x *seen) match(i int) observe.Memory {
	k := x.seats
	return observe.Memory{Board: part(x.board, i, k*x.spec.ViewBytes()),
		Scalars: part(x.scalars, i, k*len(x.spec.Scalars)), Mask: part(x.mask, i, k*x.spec.MaskBytes()),
		Legal: part(x.legal, i, k*x.spec.Characters)}
}

// part returns the i-th part of a list of parts of a size.
func part[T any](all []T, i, size int) []T { return all[i*size : (i+1)*size : (i+1)*size] }

// tell sets the facts about the arrays of observations.
func (f *Facts) tell(s *observe.Spec) {
	f.Characters, f.Actions, f.ActionNames, f.LegalMasks = s.Characters, len(s.Actions), s.Actions, s.Masks
	f.ScalarNames, f.Cells, f.Height, f.Width = s.Scalars, s.Cells, s.Height, s.Width
	f.Neighbours, f.Coordinates = s.Neighbours, s.Places
	switch s.Form {
	case observe.Planes:
		f.PlaneNames = s.Channels
	case observe.Cells:
		f.FeatureNames = s.Channels
	case observe.None:
	}
}
