// Package cells writes all CSV files, and keeps spreadsheets from taking texts of strangers in them for formulas.
package cells

import "strings"

// begins are the characters with which a formula begins in some spreadsheet, or which one skips before it. The mark is
// one of them, so that Text can tell a mark from a name that begins with one.
const begins = "=+-@|%\t\r\n" + mark

const mark = "'"

// Of returns the cell of a text: with a mark before it if it could be taken for a formula.
func Of(text string) string {
	if isRisky(text) {
		return mark + text
	}
	return text
}

// Text returns the text of a cell.
func Text(cell string) string {
	if text, marked := strings.CutPrefix(cell, mark); marked && isRisky(text) {
		return text
	}
	return cell
}

func isRisky(text string) bool { return text != "" && strings.ContainsRune(begins, rune(text[0])) }
