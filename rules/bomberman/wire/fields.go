package wire

import (
	"errors"
	"fmt"

	"blastyard/internal/jsonscan"
	"blastyard/rules/bomberman"
)

// fault is a problem in a state.json, with its path: GameBlocks[3][5].Bomb.BombTimer.
type fault struct{ path, what string }

func (f *fault) Error() string {
	if f.path == "" {
		return "the text " + f.what
	}
	return f.path + " " + f.what
}

// within adds the name of a field in front of the path of a fault.
func within(name string, err error) error {
	var f *fault
	if err == nil || !errors.As(err, &f) {
		return err
	}
	between := "."
	if f.path == "" || f.path[0] == '[' {
		between = ""
	}
	return &fault{name + between + f.path, f.what}
}

func wrong(format string, args ...any) error { return &fault{"", fmt.Sprintf(format, args...)} }

// fields reads JSON values one by one.
type fields struct{ scan jsonscan.Scanner }

// field is a field of an object with the function that reads its value.
type field struct {
	name string
	read func() error
}

// object reads an object, in which the first needed fields of list are required. It returns which fields occurred,
// one bit for each. It skips unknown fields.
func (r *fields) object(needed int, list []field) (met uint, err error) {
	if r.scan.Kind() != jsonscan.Object {
		return 0, r.expected("an object")
	}
	err = r.scan.Fields(func(key []byte) error {
		for i, f := range list {
			if string(key) != f.name {
				continue
			}
			if met&(1<<i) != 0 {
				return within(f.name, wrong("is given twice"))
			}
			met |= 1 << i
			return within(f.name, f.read())
		}
		_, err := r.scan.Value()
		return err
	})
	for i, f := range list[:needed] {
		if err == nil && met&(1<<i) == 0 {
			err = within(f.name, wrong("is missing"))
		}
	}
	return met, err
}

// array reads an array of at most so many elements.
func (r *fields) array(most int, element func(i int) error) error {
	if r.scan.Kind() != jsonscan.Array {
		return r.expected("an array")
	}
	i := 0
	return r.scan.Elements(func() error {
		if i == most {
			return wrong("has more than %d elements", most)
		}
		i++
		return within(fmt.Sprintf("[%d]", i-1), element(i-1))
	})
}

// null reads null, if it is there.
func (r *fields) null() (bool, error) {
	if r.scan.Kind() != jsonscan.Null {
		return false, nil
	}
	_, err := r.scan.Value()
	return true, err
}

// expected returns a fault that says what was found instead.
func (r *fields) expected(what string) error {
	value, err := r.scan.Value()
	if err != nil {
		return err
	}
	return wrong("is %s, expected %s", show(value), what)
}

// show formats a JSON value for an error.
func show(value []byte) string {
	const most = 40
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	if text := []rune(string(value)); len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(value)
}

// number returns a reader of an integer of 32 bits.
func (r *fields) number(to *int) func() error {
	return func() error {
		if r.scan.Kind() != jsonscan.Number {
			return r.expected("an integer")
		}
		raw, err := r.scan.Value()
		if err != nil {
			return err
		}
		n, ok := jsonscan.ParseInt(raw)
		if *to = int(int32(n)); !ok || int64(*to) != n {
			return wrong("is %s, expected an integer of 32 bits", show(raw))
		}
		return nil
	}
}

func (r *fields) truth(to *bool) func() error {
	return func() error {
		if r.scan.Kind() != jsonscan.Bool {
			return r.expected("true or false")
		}
		raw, err := r.scan.Value()
		*to = string(raw) == "true"
		return err
	}
}

func (r *fields) text(to *string) func() error {
	return func() error {
		if r.scan.Kind() != jsonscan.String {
			return r.expected("a string")
		}
		raw, err := r.scan.Text()
		*to = string(raw)
		return err
	}
}

// location returns a reader of a place.
func (r *fields) location(to *bomberman.Pos) func() error {
	return func() error {
		_, err := r.object(2, []field{{"X", r.number(&to.X)}, {"Y", r.number(&to.Y)}})
		return err
	}
}

// here returns a reader of a position that must have a certain value.
func (r *fields) here(at bomberman.Pos) func() error {
	return func() error {
		var read bomberman.Pos
		if err := r.location(&read)(); err != nil {
			return err
		}
		if read != at {
			return wrong("is %v, expected %v", read, at)
		}
		return nil
	}
}
