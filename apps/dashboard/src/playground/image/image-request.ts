import {
  defaultLimits,
  type Enhancement,
  type ImageModelName,
  imageModels,
  listCommonSizes,
} from "@mintwright/api-contract";
import type { GenerateImageRequest } from "@mintwright/sdk";

/** The values of the image form, as typed. */
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

export const maxCount = defaultLimits.promptsPerRequest;

export const maxPromptCharacters = defaultLimits.promptCharacters;

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

/** Switches the model, and the size if the model does not support it. */
export function chooseModel(form: ImageForm, model: ImageModelName): ImageForm {
  const sizes = listCommonSizes(model);
  const [width, height] = sizes.find(([w, h]) => w === form.width && h === form.height) ?? sizes[0] ?? [0, 0];
  return { ...form, model, width, height };
}

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
