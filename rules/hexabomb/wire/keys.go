package wire

import (
	"maps"
	"slices"
)

// sortedKeys are the keys of an object in the order in which encoding/json writes them.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
