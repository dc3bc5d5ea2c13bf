import type { Answer } from "./call.ts";

/** A list that loads pages on demand: iterate it for its entries, or `pages()` for its pages. */
export interface Listing<Entry, Page> extends AsyncIterable<Entry> {
  pages(): AsyncIterable<Answer<Page>>;
}

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
