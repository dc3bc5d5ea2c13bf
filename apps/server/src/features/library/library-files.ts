import sharp from "sharp";

export const libraryFolder = "library/";

/** Folder with the files of an account's library. */
export const libraryFolderOf = (accountId: string) => `${libraryFolder}${accountId}/`;

export const fileOf = (accountId: string, itemId: string) => `${libraryFolderOf(accountId)}${itemId}`;

export const thumbnailOf = (accountId: string, itemId: string) => `${fileOf(accountId, itemId)}.thumbnail`;

const thumbnailSide = 320;

export function createThumbnail(image: Buffer): Promise<Buffer> {
  return sharp(image)
    .resize(thumbnailSide, thumbnailSide, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

const endings: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** The name under which a browser saves the file of an item. */
export function downloadNameOf({ title, contentType }: { title: string; contentType: string }): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-|-$/g, "");
  return `${words || "item"}.${endings[contentType] ?? "json"}`;
}
