import { randomInt } from "node:crypto";
import { headerNames, type Operations, planImage } from "@mintwright/api-contract";
import type { ReferenceImage } from "../../engines/image/index.ts";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { AppError } from "../../platform/errors.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { hashText } from "../../platform/seeded-random.ts";
import { runInTurns } from "../../platform/turns.ts";
import { type OperationContext, RawAnswer, type ServeOperation } from "../../serving/operation-context.ts";
import { fetchReferenceImage, findKeptReference, prepareReference } from "../files/index.ts";
import { chooseImageForm, type ImageForm, toJsonValue } from "./image-format.ts";
import { describeResult } from "./image-result.ts";
import type { DeliveredImage, ImageService } from "./images.service.ts";
import { styles } from "./styles.ts";
import { dealTraits, drawTraits } from "./traits.ts";

const seedCount = 2 ** 32;

export function registerImageRoutes(
  serve: ServeOperation,
  operations: Operations,
  { images, ...sources }: { images: ImageService } & ReferenceSources,
): void {
  serve(operations.generateImage, async (context) => {
    const { input, signal, header } = context;
    const { body, query } = input;
    const form = chooseImageForm({
      accept: header("accept"),
      prefer: header("prefer"),
      encoding: query.encoding,
    });
    const seed = body.seed ?? randomInt(seedCount);
    const reference = await getReferenceImage(sources, context);
    const traits = drawTraits(body.traits ?? [], seed);
    const image = await images.generate({ ...body, seed, reference, traits, signal });
    describeImages(context, [image]);
    const format = form.kind === "image" ? form.format : "jpeg";
    const encoded = await images.encode(image, format);
    await context.storeResults(async () => [
      describeResult(image, { ...body, traits, price: context.price }, { format, encoded }),
    ]);
    return writeOne(encoded, form);
  });

  serve(operations.generateMultipleImages, async (context) => {
    const { input, signal, header, price, chargeOnly } = context;
    const { body, query } = input;
    const form = chooseImageForm({
      accept: undefined,
      prefer: header("prefer"),
      encoding: query.encoding,
    });
    const seed = body.seed ?? randomInt(seedCount);
    const reference = await getReferenceImage(sources, context);
    const traitsOf = await runInTurns(dealTraits(body.traits ?? [], body.prompt.length, seed));
    const results = await settleInPlaces(
      images.getPlaces(body.model),
      body.prompt.map((prompt, index) => async () => {
        const traits = traitsOf(index);
        const image = await images.generate({
          ...body,
          prompt,
          seed: hashText(`picture ${index} of ${seed}`),
          reference,
          traits,
          signal,
        });
        const encoded = await images.encode(image, "jpeg");
        const json = toJsonValue(encoded, form.kind === "base64" ? "base64" : "bytes");
        return { image, request: { ...body, prompt, traits }, encoded, json };
      }),
    );
    const made = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    if (made.length === 0) throw (results[0] as PromiseRejectedResult).reason;
    const priceEach = price / results.length;
    chargeOnly(priceEach * made.length);
    describeImages(
      context,
      made.map(({ image }) => image),
    );
    await context.storeResults(async () =>
      made.map(({ image, request, encoded }) =>
        describeResult(image, { ...request, price: priceEach }, { format: "jpeg", encoded }),
      ),
    );
    const values = results.map((result) =>
      result.status === "fulfilled" ? result.value.json : Buffer.from("null"),
    );
    const errors = results.flatMap((result, index) =>
      result.status === "rejected" ? [{ index, ...describeFailure(result.reason) }] : [],
    );
    return joinJson(values, errors);
  });

  serve(operations.listStyles, async () => ({
    styles: styles.map(({ name, description }) => ({ name, description })),
  }));
}

/** Sources of reference images: the account's own uploads, or any URL through the outbound client. */
interface ReferenceSources {
  store: ObjectStore;
  outbound: Outbound;
}

type ReferringBody = Parameters<typeof planImage>[1] & {
  model: Parameters<typeof planImage>[0];
  image?: string | undefined;
  isCharacterPreserve?: boolean | undefined;
};

async function getReferenceImage(
  { store, outbound }: ReferenceSources,
  {
    input: { body },
    caller: { accountId },
    publicUrl,
    signal,
  }: Pick<OperationContext<ReferringBody, unknown, unknown>, "input" | "caller" | "publicUrl" | "signal">,
): Promise<ReferenceImage | undefined> {
  const { plan } = planImage(body.model, body);
  const { image: url, isCharacterPreserve: keepsCharacter = false } = body;
  if (url === undefined || !plan) return undefined;
  const image =
    (await findKeptReference(store, { accountId, publicUrl, url })) ??
    (await fetchReferenceImage(outbound, { url, signal }));
  return prepareReference(image, { keepsCharacter, ...plan.rendered });
}

function describeImages(
  { answerHeaders, warn }: Pick<OperationContext<unknown, unknown, unknown>, "answerHeaders" | "warn">,
  images: DeliveredImage[],
): void {
  answerHeaders[headerNames.imageSeed] = images.map(({ seed }) => seed).join(", ");
  answerHeaders[headerNames.engine] = [...new Set(images.map(({ engine }) => engine))].join(", ");
  images.flatMap((image) => image.warnings).forEach(warn);
}

function writeOne(encoded: Buffer, form: ImageForm): RawAnswer {
  if (form.kind === "image") return new RawAnswer(`image/${form.format}`, encoded);
  const value = toJsonValue(encoded, form.kind);
  return RawAnswer.json(Buffer.concat([Buffer.from('{"data":'), value, Buffer.from("}")]));
}

function joinJson(values: Buffer[], errors: unknown[]): RawAnswer {
  const parts = values.flatMap((value, index) => (index > 0 ? [Buffer.from(","), value] : [value]));
  const tail = errors.length > 0 ? `],"errors":${JSON.stringify(errors)}}` : "]}";
  return RawAnswer.json(Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(tail)]));
}

function describeFailure(reason: unknown): { code: string; message: string } {
  return reason instanceof AppError
    ? { code: reason.code, message: reason.message }
    : { code: "internal_error", message: "This image failed on our side. It is not charged; try it again." };
}

/** Runs tasks with limited concurrency and collects how each ended. */
async function settleInPlaces<Result>(
  places: number,
  tasks: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const waiting = [...tasks.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      [results[index]] = (await Promise.allSettled([task()])) as [PromiseSettledResult<Result>];
    }
  };
  await Promise.all(Array.from({ length: Math.min(places, tasks.length) }, work));
  return results;
}
