package train

import (
	"fmt"
	"math"
	"unsafe"
)

// Layout says where the arrays are in the memory.
type Layout struct {
	Size   int     `json:"size"` // bytes
	Arrays []Array `json:"arrays"`
}

// Array is an array of the memory, in C order and the byte order of the machine.
type Array struct {
	Name   string `json:"name"`
	Dtype  string `json:"dtype"` // NumPy's name
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"` // bytes

	size int // bytes
}

// alignment is the alignment of each array in bytes: a cache line of the processor.
const alignment = 64

// maxMemory is the maximum size of the memory.
const maxMemory = min(1<<36, math.MaxInt>>1)

var sizes = map[string]int{"bool": 1, "uint8": 1, "int32": 4, "float32": 4, "int64": 8, "uint64": 8}

// add adds an array after the others.
func (l *Layout) add(name, dtype string, shape ...int) error {
	size := sizes[dtype]
	for _, n := range shape {
		if n != 0 && size > maxMemory/n {
			return fmt.Errorf("config: the array %s of shape %v needs more than %d GiB: fewer matches", name, shape,
				maxMemory>>30)
		}
		size *= n
	}
	offset := (l.Size + alignment - 1) / alignment * alignment
	if size > maxMemory-offset {
		return fmt.Errorf("config: the arrays need more than %d GiB: fewer matches", maxMemory>>30)
	}
	l.Arrays = append(l.Arrays, Array{Name: name, Dtype: dtype, Shape: shape, Offset: offset, size: size})
	l.Size = offset + size
	return nil
}

// arrays provides typed views of the memory.
type arrays struct {
	layout *Layout
	mem    []byte
}

func (a *arrays) bytes(name string) []byte {
	for i := range a.layout.Arrays {
		if x := &a.layout.Arrays[i]; x.Name == name {
			return a.mem[x.Offset : x.Offset+x.size : x.Offset+x.size]
		}
	}
	return nil
}

// view returns an array of the memory as numbers. Every array begins at a multiple of alignment.
func view[T int32 | int64 | uint64 | float32](a *arrays, name string) []T {
	b := a.bytes(name)
	if len(b) == 0 {
		return nil
	}
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(zero)))
}
