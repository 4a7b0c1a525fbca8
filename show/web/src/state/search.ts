// The search in the list of matches: what is asked for, and what is known of it. Rows are asked for as the reader scrolls
// and types, and matches begin and end meanwhile: answers to an older search are not used any more.
import { filterFields, type FilterField, type Listed, type Listing, type Query, type Values } from "../list/listing";

export interface Search {
  query: Query;
  /** Counts the searches. */
  number: number;
  /** The known matches by their index in the list, the newest first. */
  matches: Map<number, Listed>;
  /** The pages that were asked for. */
  pages: Set<number>;
  /** The rows that are wanted. */
  from: number;
  to: number;
  /** The values that filters offer; undefined: not known yet. */
  values: Values | undefined;
}

/** The number of matches in a page. */
export const pageSize = 100;

export function newSearch(): Search {
  return { query: {}, number: 0, matches: new Map(), pages: new Set(), from: 0, to: 0, values: undefined };
}

/** A search begins, or the same one again. Returns its number, for its answer. */
export function begin(search: Search): number {
  return ++search.number;
}

/**
 * Takes the first page of a search. Until it is there the old rows stay; others: it is about other matches, so they go.
 * Returns whether it is used.
 */
export function takeFirst(search: Search, number: number, listing: Listing | undefined, others: boolean): boolean {
  if (number !== search.number || !listing) return false;
  if (others) search.matches.clear();
  search.pages.clear();
  search.pages.add(0);
  search.values = listing.values;
  put(search, 0, listing);
  return true;
}

/** The pages that are to be asked for now, because rows of them are wanted. */
export function missingPages(search: Search): number[] {
  const { from, to, pages } = search;
  const missing: number[] = [];
  for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) if (!pages.has(page)) missing.push(page);
  for (const page of missing) pages.add(page);
  return missing;
}

/** Takes another page of a search; undefined: the server did not answer. Returns whether there are new rows. */
export function takePage(search: Search, number: number, page: number, listing: Listing | undefined): boolean {
  if (number !== search.number) return false;
  if (listing) put(search, page, listing);
  else search.pages.delete(page); // it is asked for again when its rows are wanted
  return listing !== undefined;
}

function put({ matches }: Search, page: number, listing: Listing): void {
  for (const [i, match] of listing.matches.entries()) matches.set(page * pageSize + i, match);
}

/** Sets a filter; "": none. Results of one bot end with that bot. */
export function setFilter(query: Query, field: FilterField, value: string): void {
  if (value === "") delete query[field];
  else query[field] = value;
  if (query.name === undefined && (query.result === "lost" || query.result === "won")) delete query.result;
}

/** Results are hidden: nothing can be filtered by them. */
export function hideResults(query: Query): void {
  if (!isTold(query.result ?? "", true)) delete query.result;
}

/** Whether a result may be told. */
function isTold(result: string, hiding: boolean): boolean {
  return !hiding || result === "live" || result === "over";
}

/** The values that a filter offers. What is chosen is always among them. */
export function offeredBy({ query, values }: Search, field: FilterField, hiding: boolean): string[] {
  const known = values?.[filterFields[field]] ?? [];
  const told = field === "result" ? known.filter((value) => isTold(value, hiding)) : known;
  const current = query[field];
  return current === undefined || told.includes(current) ? told : [current, ...told];
}
