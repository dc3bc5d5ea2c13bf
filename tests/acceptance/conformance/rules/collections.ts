import { area } from "../rule.ts";

const queue = area("Collections", [
  [
    "COL-1",
    "built",
    "doc 1, Queue response; doc 1, Errors",
    "`POST /nft/generate-nft-queue` answers 200 with `collectionId` and `status` as strings, without image data.",
  ],
  [
    "COL-2",
    "built",
    "doc 1, Queue response",
    "The `status` of a job just accepted is `queued` or `processing`.",
  ],
  [
    "COL-3",
    "built",
    "doc 1, NFT queue request",
    "`walletAddress`, `prompt`, `model`, `width`, `height`, `chainId` and `amount` are required; without one of them it is 400.",
  ],
  [
    "COL-4",
    "built",
    "doc 1, NFT queue request",
    "`model`, `steps`, `width`, `height`, `enhance`, `style` and `traits` follow the rules of a single image.",
  ],
  [
    "COL-5",
    "built",
    "decisions, Collections (doc 1, NFT queue request)",
    "`walletAddress` is an EVM address; anything else is 400.",
    "which address is valid on the chosen chain",
  ],
  [
    "COL-6",
    "built",
    "decisions, Collections (doc 1, NFT queue request)",
    "A mixed-case `walletAddress` must pass EIP-55, otherwise 400; one in a single case is accepted.",
    "checksum of the address",
  ],
  [
    "COL-7",
    "built",
    "decisions, Collections (doc 1, NFT queue request)",
    "`chainId` is an integer of the chain list, test networks included; any other is 400.",
    "whether test networks are allowed",
  ],
  [
    "COL-8",
    "built",
    "decisions, Collections (doc 1, Limits)",
    "`amount` is an integer from 1 to 10,000; 0, 10,001 and fractions are 400. The operator can configure the maximum.",
    "maximum `amount`",
  ],
  [
    "COL-9",
    "built",
    "decisions, Collections (doc 1, Limits)",
    "Accepting a job holds `amount` times the price of one image.",
    "price of a collection and when it is paid",
  ],
  [
    "COL-10",
    "built",
    "decisions, Collections",
    "Hold and job are created in one transaction: no job without its hold, no hold without its job, and a 402 leaves no job.",
    "payment and job apart after a failure",
  ],
  [
    "COL-11",
    "built",
    "doc 1, Endpoints",
    "A job that fails after it was accepted shows so in its progress; the queue answer stays a success.",
  ],
  [
    "COL-12",
    "built",
    "decisions, Images",
    "The images of a collection are PNG files.",
    "file format of a collection",
  ],
  [
    "COL-13",
    "built",
    "decisions, Images",
    "The metadata of a collection holds the seed of each image.",
    "seeds of a collection",
  ],
  [
    "COL-14",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "`traits` are spread over the `amount` images in exact counts.",
    "`traits` over a collection",
  ],
]);

const progress = area("Progress", [
  [
    "PROG-1",
    "built",
    "doc 1, Progress response (in progress)",
    "`GET /nft/progress/{collectionId}` of an unfinished job has `collectionId`, `status` and, where known, `progress` as a percentage.",
  ],
  [
    "PROG-2",
    "built",
    "doc 1, Progress response (completed)",
    "A completed job has `statusCode`, `message`, `data.images` and `data.generated` true.",
  ],
  [
    "PROG-3",
    "built",
    "decisions, Collections (doc 1, Progress response)",
    "A completed job also has `collectionId`, `status` `completed` and `progress` 100.",
    "two shapes of a completed job",
  ],
  [
    "PROG-4",
    "built",
    "doc 1, Progress response (completed)",
    "`data.images` holds one URL per image made, and each URL gives that image.",
  ],
  [
    "PROG-5",
    "built",
    "decisions, Collections (doc 1, States and transitions)",
    "`status` is `queued`, `processing`, `completed`, `failed` or `cancelled`, nothing else.",
    "other states of a job",
  ],
  [
    "PROG-6",
    "built",
    "decisions, Collections (doc 1, States and transitions)",
    "A job goes from `queued` to `processing` to `completed`, never back; `failed` and `cancelled` follow unfinished states only.",
    "transitions of a job",
  ],
  [
    "PROG-7",
    "built",
    "decisions, Collections (doc 1, States and transitions)",
    "`completed`, `failed` and `cancelled` are final: nothing changes them.",
    "whether a finished job can change",
  ],
  [
    "PROG-8",
    "built",
    "decisions, Collections",
    "A job of which no image could be made is `failed` and its hold is released.",
    "no image of a collection can be made",
  ],
  [
    "PROG-9",
    "built",
    "decisions, Collections",
    "An image that fails is retried before it counts as missing.",
    "first failure of an image",
  ],
  [
    "PROG-10",
    "built",
    "decisions, Collections",
    "With some images missing for good, the job completes with the others, lists the missing and refunds them.",
    "some images of a collection fail for good",
  ],
  [
    "PROG-11",
    "built",
    "decisions, Collections",
    "An unknown `collectionId` and that of another account are both 404.",
    "unknown or foreign collection",
  ],
]);

const extensions = area("Collection extensions", [
  [
    "COLX-1",
    "built",
    "decisions, Collections",
    "`DELETE /nft/collections/{id}` cancels an unfinished job: its state becomes `cancelled`.",
    "cancelling a job",
  ],
  [
    "COLX-2",
    "built",
    "decisions, Collections; decisions, Everywhere",
    "A cancelled job releases the hold for every image that was not delivered.",
    "price of a cancelled job",
  ],
  [
    "COLX-3",
    "built",
    "decisions, Collections",
    "`GET /nft/collections` lists the jobs of the account and no others.",
    "listing jobs",
  ],
  [
    "COLX-4",
    "built",
    "decisions, Collections (doc 1, Events)",
    "`GET /nft/progress/{id}/events` sends the progress as server-sent events until the job is final.",
    "live progress",
  ],
  [
    "COLX-5",
    "built",
    "decisions, Collections (doc 1, Events)",
    "A `webhookUrl` in the queue request is called with a Standard Webhooks signature that verifies.",
    "webhook",
  ],
]);

/** Rules about queued collections and their progress. */
export const collections = [...queue, ...progress, ...extensions];
