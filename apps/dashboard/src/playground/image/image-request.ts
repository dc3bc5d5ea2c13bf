import {
  defaultLimits,
  type Enhancement,
  type ImageModelName,
  imageModels,
  listCommonSizes,
} from "@mintwright/api-contract";
import type { GenerateImageRequest } from "@mintwright/sdk";

/** What the form for pictures holds, as it was typed. */
export interface ImageForm {
  prompt: string;
  model: ImageModelName;
  width: number;
  height: number;
  enhance: Enhancement | "";
  style: string;
  traits: { id: string; name: string; values: string }[];
  reference: string;
  keepsCharacter: boolean;
  seed: string;
  count: number;
}

/** How many pictures one request can be for. */
export const maxCount = defaultLimits.promptsPerRequest;

/** How long a prompt can be. */
export const maxPromptCharacters = defaultLimits.promptCharacters;

/** The form as it is first shown. */
export const emptyImageForm: ImageForm = {
  prompt: "",
  model: "velogen",
  width: imageModels.velogen.maxSide,
  height: imageModels.velogen.maxSide,
  enhance: "",
  style: "",
  traits: [],
  reference: "",
  keepsCharacter: false,
  seed: "",
  count: 1,
};

/** The form after another model was chosen: its size, and nothing that this model cannot do. */
export function chooseModel(form: ImageForm, model: ImageModelName): ImageForm {
  const sizes = listCommonSizes(model);
  const [width, height] = sizes.find(([w, h]) => w === form.width && h === form.height) ?? sizes[0] ?? [0, 0];
  return { ...form, model, width, height };
}

/** The request that the form stands for. */
export function toImageRequest(form: ImageForm): GenerateImageRequest {
  const traits = form.traits.flatMap(({ name, values }) => {
    const words = values.split(",").flatMap((text) => text.trim() || []);
    const value = words.map((word) => ({ value: word, ratio: 100 / words.length }));
    return name.trim() && value.length > 0 ? [{ trait_type: name.trim(), value }] : [];
  });
  const reference = form.reference.trim();
  return {
    prompt: form.prompt.trim(),
    model: form.model,
    width: form.width,
    height: form.height,
    ...(form.enhance && { enhance: form.enhance }),
    ...(form.style.trim() && { style: form.style.trim() }),
    ...(traits.length > 0 && { traits }),
    ...(reference && { image: reference, ...(form.keepsCharacter && { isCharacterPreserve: true }) }),
    ...(form.seed.trim() && { seed: Number(form.seed) }),
  };
}
