// The built-in members of lists, maps, sets and strings.

/**
 * The type of a member's value: the list itself, one of its elements, a list of what its callback returns; else the
 * name of a type.
 */
export type Gives =
  | "same"
  | "element"
  | "mapped"
  | "value"
  | "keys"
  | "values"
  | "entries"
  | "number"
  | "boolean"
  | "string"
  | "strings"
  | "nothing";

export interface Builtin {
  name: string;
  /** Its parameters in parentheses; undefined: it is not a function. */
  params: string | undefined;
  gives: Gives;
  text: string;
}

const table = (lines: string): readonly Builtin[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, name = "", params, gives = "", text = ""] = /^\s*(\w+)(\(.*?\))? → (\w+): (.*)$/.exec(line) ?? [];
      return { name, params, gives: gives as Gives, text };
    });

export const builtins: Readonly<Record<string, readonly Builtin[]>> = {
  Array: table(`
    at(index) → element: The element at an index; -1 is the last one.
    concat(others) → same: A new list with the elements of both.
    every(test) → boolean: Whether test(element) is true for all elements.
    fill(value) → same: Sets all elements to a value.
    filter(test) → same: A new list of the elements for which test(element) is true.
    find(test) → element: The first element for which test(element) is true, or undefined.
    findIndex(test) → number: The index of the first element for which test(element) is true, or -1.
    findLast(test) → element: The last element for which test(element) is true, or undefined.
    flat() → values: A new list with the elements of the lists in this one.
    flatMap(change) → mapped: A new list of all elements of the lists that change(element) gives.
    forEach(act) → nothing: Calls act(element) for each element.
    includes(value) → boolean: Whether the value is in the list.
    indexOf(value) → number: The index of the value, or -1.
    join(separator) → string: All elements as one text.
    keys() → keys: The indexes.
    entries() → entries: Pairs of an index and an element.
    length → number: How many elements there are.
    map(change) → mapped: A new list of what change(element) gives.
    pop() → element: Removes the last element and gives it.
    push(value) → number: Adds to the end.
    reduce(combine, start) → nothing: Combines all elements: combine(result so far, element).
    reverse() → same: Reverses the order of this list.
    shift() → element: Removes the first element and gives it.
    slice(from, to) → same: A new list of the elements from an index to before another.
    some(test) → boolean: Whether test(element) is true for any element.
    sort(compare) → same: Sorts this list: compare(a, b) is negative where a comes first.
    splice(from, count) → same: Removes elements and gives them.
    unshift(value) → number: Adds to the beginning.
    values() → values: The elements.`),
  Map: table(`
    clear() → nothing: Removes all entries.
    delete(key) → boolean: Removes an entry.
    entries() → entries: Pairs of a key and a value, in the order in which they came in.
    forEach(act) → nothing: Calls act(value, key) for each entry.
    get(key) → value: The value of a key, or undefined.
    has(key) → boolean: Whether there is an entry with this key.
    keys() → keys: The keys, in the order in which they came in.
    set(key, value) → same: Sets the value of a key.
    size → number: How many entries there are.
    values() → values: The values, in the order in which they came in.`),
  Set: table(`
    add(value) → same: Puts a value in.
    clear() → nothing: Removes all values.
    delete(value) → boolean: Removes a value.
    forEach(act) → nothing: Calls act(value) for each value.
    has(value) → boolean: Whether the value is in the set.
    size → number: How many values there are.
    values() → values: The values, in the order in which they came in.`),
  string: table(`
    at(index) → string: The character at an index; -1 is the last one.
    endsWith(text) → boolean: Whether it ends with a text.
    includes(text) → boolean: Whether it holds a text.
    indexOf(text) → number: Where a text begins in it, or -1.
    length → number: How many characters there are.
    padEnd(length) → string: With blanks behind it up to a length.
    padStart(length) → string: With blanks before it up to a length.
    repeat(count) → string: The text that often.
    replace(what, by) → string: With the first match replaced.
    replaceAll(what, by) → string: With all matches replaced.
    slice(from, to) → string: The characters from an index to before another.
    split(separator) → strings: The parts between the separators.
    startsWith(text) → boolean: Whether it begins with a text.
    toLowerCase() → string: In small letters.
    toUpperCase() → string: In capital letters.
    trim() → string: Without blanks around it.`),
};
