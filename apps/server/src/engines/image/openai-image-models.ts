/** What is known about a model that OpenAI's image API serves. */
export interface OpenAiImageModel {
  /** The sizes that it paints, as WIDTHxHEIGHT; undefined when it takes any. */
  sizes?: readonly string[];
  /** Sides must be multiples of this. */
  sideStep: number;
  /** Answers with an address unless asked for bytes; the newer models refuse to be asked. */
  takesResponseFormat: boolean;
  takesReferences: boolean;
  /** Has a switch for how closely faces of the reference are kept. */
  takesInputFidelity: boolean;
}

const compatible: OpenAiImageModel = {
  sideStep: 1,
  takesResponseFormat: true,
  takesReferences: true,
  takesInputFidelity: false,
};
const gptImage: OpenAiImageModel = { ...compatible, sideStep: 16, takesResponseFormat: false };
const firstGptImage: OpenAiImageModel = { ...gptImage, sizes: ["1024x1024", "1536x1024", "1024x1536"] };

// The first that matches counts. Servers of one's own serve models under any name and paint any size.
const models: [RegExp, OpenAiImageModel][] = [
  [/^dall-e-2/, { ...compatible, sizes: ["256x256", "512x512", "1024x1024"] }],
  [/^dall-e-3/, { ...compatible, sizes: ["1024x1024", "1792x1024", "1024x1792"], takesReferences: false }],
  [/^gpt-image-1-mini/, firstGptImage],
  [/^gpt-image-1/, { ...firstGptImage, takesInputFidelity: true }],
  [/^chatgpt-image/, firstGptImage],
  [/^gpt-image/, gptImage],
];

/** Looks up what a model of that name can do. */
export function getOpenAiImageModel(name: string): OpenAiImageModel {
  return models.find(([pattern]) => pattern.test(name))?.[1] ?? compatible;
}

/** Picks the size to ask for: the closest shape first, then the closest area. */
export function chooseSize({ sizes, sideStep }: OpenAiImageModel, width: number, height: number): string {
  if (!sizes) return [width, height].map((side) => Math.ceil(side / sideStep) * sideStep).join("x");
  const distances = sizes.map((size) => {
    const [sizeWidth = 1, sizeHeight = 1] = size.split("x").map(Number);
    const shape = Math.abs(Math.log(sizeWidth / sizeHeight / (width / height)));
    const area = Math.abs(Math.log((sizeWidth * sizeHeight) / (width * height)));
    return { size, shape, area };
  });
  distances.sort((one, other) => one.shape - other.shape || one.area - other.area);
  return distances[0]?.size ?? `${width}x${height}`;
}
