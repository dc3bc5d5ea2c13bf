export interface OpenAiImageModel {
  /** Supported sizes as WIDTHxHEIGHT; undefined when any size works. */
  sizes?: readonly string[];
  sideStep: number;
  /** Older models return a URL unless asked for bytes; newer ones reject the parameter. */
  takesResponseFormat: boolean;
  takesReferences: boolean;
  /** Whether the model can keep faces of the reference closely. */
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

// The first match counts. Self-hosted servers use any model name and generate any size.
const models: [RegExp, OpenAiImageModel][] = [
  [/^dall-e-2/, { ...compatible, sizes: ["256x256", "512x512", "1024x1024"] }],
  [/^dall-e-3/, { ...compatible, sizes: ["1024x1024", "1792x1024", "1024x1792"], takesReferences: false }],
  [/^gpt-image-1-mini/, firstGptImage],
  [/^gpt-image-1/, { ...firstGptImage, takesInputFidelity: true }],
  [/^chatgpt-image/, firstGptImage],
  [/^gpt-image/, gptImage],
];

export function getOpenAiImageModel(name: string): OpenAiImageModel {
  return models.find(([pattern]) => pattern.test(name))?.[1] ?? compatible;
}

/** Picks the supported size with the closest aspect ratio, then the closest area. */
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
