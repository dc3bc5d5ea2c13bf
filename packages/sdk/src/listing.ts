import type { Answer } from "./call.ts";

/** A list that is read page by page, only as far as you go: iterate it for its entries, or `pages()` for its pages. */
export interface Listing<Entry, Page> extends AsyncIterable<Entry> {
  pages(): AsyncIterable<Answer<Page>>;
}

/** Creates a list from the way to read a page, to find the next one and to take its entries out. */
export function createListing<Entry, Page, Place>(
  readPage: (place: Place | undefined) => Promise<Answer<Page>>,
  findNext: (page: Page, place: Place | undefined) => Place | null | undefined,
  entriesOf: (page: Page) => Entry[],
): Listing<Entry, Page> {
  async function* pages() {
    let place: Place | null | undefined;
    do {
      const answer = await readPage(place ?? undefined);
      yield answer;
      place = findNext(answer.data, place ?? undefined);
    } while (place != null);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* entriesOf(data);
    },
  };
}
