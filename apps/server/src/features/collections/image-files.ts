/** The addresses of a picture and of its thumbnail, by the name of its object. */
export type PictureUrls = (object: string) => { image: string; thumbnail: string };

/** Where the files of a collection are kept. */
export function folderOf(collectionId: string): string {
  return `collections/${collectionId}`;
}

/**
 * The name of an image's file: its own place and the hash of its bytes. The same bytes have the same name, so an image
 * that is made twice leaves one file; other bytes have another name, so a late worker overwrites nothing.
 */
export function nameFile(collectionId: string, number: number, sha256: string): string {
  return `${folderOf(collectionId)}/${number}-${sha256}.png`;
}
