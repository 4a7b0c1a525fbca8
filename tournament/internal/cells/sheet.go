package cells

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
)

// Sheet writes a CSV file. No cell begins like a formula.
type Sheet struct {
	out *csv.Writer
	row []string
}

// NewSheet returns a sheet of which it has written the names of the columns.
func NewSheet(w io.Writer, columns ...string) *Sheet {
	s := &Sheet{out: csv.NewWriter(w)}
	_ = s.out.Write(columns) // the writer remembers its error
	return s
}

// Row writes a row. Texts pass through Of, floating-point numbers are plain decimal numbers.
func (s *Sheet) Row(values ...any) {
	s.row = s.row[:0]
	for _, value := range values {
		switch v := value.(type) {
		case string:
			s.row = append(s.row, Of(v))
		case float64:
			s.row = append(s.row, strconv.FormatFloat(v, 'f', -1, 64))
		case int:
			s.row = append(s.row, strconv.Itoa(v))
		default:
			text := fmt.Sprint(v)
			if reflect.TypeOf(v).Kind() == reflect.String {
				text = Of(text)
			}
			s.row = append(s.row, text)
		}
	}
	_ = s.out.Write(s.row)
}

// Err returns the first error of the sheet so far.
func (s *Sheet) Err() error { return s.out.Error() }

// Flush writes what is not written yet. It returns the first error of the sheet.
func (s *Sheet) Flush() error {
	s.out.Flush()
	return s.out.Error()
}
