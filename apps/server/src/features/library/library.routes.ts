import type { Operations } from "@mintwright/api-contract";
import { RawAnswer, type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import { describeItem, type ShareUrlOf } from "./describe-item.ts";
import type { LibraryRow } from "./library.repository.ts";
import type { LibraryService } from "./library.service.ts";
import { downloadNameOf } from "./library-files.ts";

/** A file never changes, but its item can be deleted. */
const caching = "private, max-age=3600";

export function registerLibraryRoutes(
  serve: ServeOperation,
  operations: Operations,
  { library, shareUrlOf }: { library: LibraryService; shareUrlOf(publicUrl: string): ShareUrlOf },
): void {
  const answer = (message: string, row: LibraryRow, publicUrl: string) => ({
    status: true as const,
    message,
    data: describeItem(row, shareUrlOf(publicUrl)),
  });

  serve(operations.listLibrary, async ({ caller, input: { query }, publicUrl }) => {
    const { limit, cursor, favourite, ...filter } = query;
    const { rows, nextCursor } = await library.list(
      caller.accountId,
      { ...filter, ...(favourite && { isFavourite: favourite === "true" }) },
      { limit, cursor },
    );
    const items = rows.map((row) => describeItem(row, shareUrlOf(publicUrl)));
    return { status: true as const, message: "Library items, newest first", data: { items, nextCursor } };
  });

  serve(operations.exportLibrary, async ({ caller, publicUrl, answerHeaders, signal }) => {
    answerHeaders["content-disposition"] = 'attachment; filename="library.jsonl"';
    async function* writeLines() {
      for await (const row of library.readAll(caller.accountId, signal)) {
        const isJson = row.content_type?.startsWith("application/json");
        const content = isJson ? JSON.parse((await library.getFile(row)).toString()) : null;
        yield `${JSON.stringify({ ...describeItem(row, shareUrlOf(publicUrl)), content })}\n`;
      }
    }
    return new StreamAnswer("application/jsonl; charset=utf-8", writeLines());
  });

  serve(operations.getLibraryItem, async ({ caller, input: { params }, publicUrl }) =>
    answer("Library item", await library.get(caller.accountId, params.itemId), publicUrl),
  );

  serve(operations.downloadLibraryItem, async ({ caller, input: { params }, answerHeaders }) => {
    const row = await library.get(caller.accountId, params.itemId);
    return sendFile(row, await library.getFile(row), answerHeaders);
  });

  serve(operations.getLibraryThumbnail, async ({ caller, input: { params }, answerHeaders }) => {
    const row = await library.get(caller.accountId, params.itemId);
    const thumbnail = await library.getThumbnail(row);
    answerHeaders["cache-control"] = caching;
    return new RawAnswer("image/webp", thumbnail);
  });

  serve(operations.changeLibraryItem, async ({ caller, input: { params, body }, publicUrl }) => {
    const row = await library.setFavourite(caller.accountId, params.itemId, body.isFavourite);
    return answer(body.isFavourite ? "Marked as a favourite" : "Not a favourite any more", row, publicUrl);
  });

  serve(operations.deleteLibraryItem, async ({ caller, input: { params } }) => {
    await library.delete(caller.accountId, params.itemId);
    return { status: true as const, message: "The item was deleted", data: { id: params.itemId } };
  });

  serve(operations.shareLibraryItem, async ({ caller, input: { params }, publicUrl }) =>
    answer("Shared by link", await library.share(caller.accountId, params.itemId), publicUrl),
  );

  serve(operations.revokeLibraryShare, async ({ caller, input: { params }, publicUrl }) =>
    answer("The link was revoked", await library.revokeShare(caller.accountId, params.itemId), publicUrl),
  );

  serve(operations.recordDeployment, async ({ caller, requestId, input: { body }, publicUrl }) => {
    const { accountId, keyId } = caller;
    const row = await library.recordDeployment({ accountId, keyId, requestId }, body);
    return answer("The deployment is stored", row, publicUrl);
  });
}

function sendFile(row: LibraryRow, file: Buffer, answerHeaders: Record<string, string>): RawAnswer {
  const contentType = row.content_type ?? "application/octet-stream";
  const name = downloadNameOf({ title: row.title, contentType });
  answerHeaders["cache-control"] = caching;
  answerHeaders["content-disposition"] = `attachment; filename="${name}"`;
  return new RawAnswer(contentType, file);
}
