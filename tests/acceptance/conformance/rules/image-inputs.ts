import { area } from "../rule.ts";

const styleAndTraits = area("Style and traits", [
  [
    "STYLE-1",
    "built",
    "decisions, Images (doc 1, Image generation request)",
    "`style` is optional, any string of up to 64 characters; a longer one is 400.",
    "allowed values of `style`",
  ],
  [
    "STYLE-2",
    "built",
    "decisions, Images (doc 1, Image generation request)",
    "A known preset, in any letter case, expands to its tuned wording.",
    "effect of a known style",
  ],
  [
    "STYLE-3",
    "built",
    "decisions, Images (doc 1, Image generation request)",
    "A style that is no preset is used as given.",
    "effect of an unknown style",
  ],
  [
    "STYLE-4",
    "built",
    "decisions, Images",
    "The catalogue of presets is published.",
    "where a caller finds the presets",
  ],
  [
    "TRAIT-1",
    "built",
    "doc 1, Trait object",
    "`traits` is an optional array of `{trait_type, value: [{value, ratio}]}` with text values and numeric ratios; another shape is 400.",
  ],
  [
    "TRAIT-2",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "One image carries one value per trait, drawn by weight from the seed: the same seed draws the same values.",
    "`traits` on a single image",
  ],
  [
    "TRAIT-3",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "Over n images a ratio is the percentage that carries the value, by largest remainder: counts are exact, not sampled.",
    "`traits` over n images: approximate shares or exact counts",
  ],
  [
    "TRAIT-4",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "Ratios 20 and 60 over 5 images give 1 and 3 images; the fifth carries no value of that trait.",
    "ratios that sum to less than 100",
  ],
  [
    "TRAIT-5",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "Ratios that sum to more than 100 are scaled down to 100.",
    "ratios that sum to more than 100",
  ],
]);

const reference = area("Reference image", [
  [
    "REF-1",
    "built",
    "doc 1, Image generation request",
    "`image` is an optional URL; the result is made from that picture.",
  ],
  [
    "REF-2",
    "built",
    "decisions, Images (doc 1, Image generation request)",
    "The service fetches the reference through the outbound guard; an address inside its own network is 400.",
    "who fetches the reference, and from where",
  ],
  [
    "REF-3",
    "built",
    "decisions, Images",
    "A reference with a scheme other than http or https is 400.",
    "scheme of the reference",
  ],
  ["REF-4", "built", "decisions, Images", "A reference above 10 MB is 400.", "largest file of the reference"],
  [
    "REF-5",
    "built",
    "decisions, Images",
    "A reference above 25 megapixels is 400.",
    "largest picture of the reference",
  ],
  [
    "REF-6",
    "built",
    "decisions, Images",
    "The type of a reference is read from its content: what is no image is 400 whatever its header says.",
    "type of the reference",
  ],
  [
    "REF-7",
    "built",
    "decisions, Images",
    "The 400 for a reference says which check failed, and nothing is charged.",
    "what a refused reference tells the caller",
  ],
  [
    "REF-8",
    "built",
    "doc 1, Image generation request",
    "`isCharacterPreserve` is an optional boolean; with it the main character of the reference is kept while the prompt is applied.",
  ],
  [
    "REF-9",
    "built",
    "decisions, Images (doc 1, Image generation request)",
    "`isCharacterPreserve` without `image` is 400.",
    "`isCharacterPreserve` without a reference",
  ],
  [
    "REF-10",
    "built",
    "decisions, Corrections (doc 1, Image generation request)",
    "The built-in engine takes palette, light and composition from the reference, also without `isCharacterPreserve`; what the prompt says of colours and places comes first.",
    "what the built-in engine takes from a reference",
  ],
]);

const severalImages = area("Several images", [
  [
    "MULTI-1",
    "built",
    "doc 1, Multiple image request",
    "`POST /nft/generate-multiple-images` takes `prompt` as an array of strings and makes one image per prompt.",
  ],
  [
    "MULTI-2",
    "built",
    "doc 1, Multiple image request",
    "The other fields are those of a single image, with the same rules, and apply to every image.",
  ],
  [
    "MULTI-3",
    "built",
    "decisions, Images (doc 1, Multiple image request)",
    "`prompts` is accepted in place of `prompt`.",
    "name of the prompt list",
  ],
  [
    "MULTI-4",
    "built",
    "decisions, Images (doc 1, Multiple image request)",
    "A call takes 1 to 10 prompts; none or 11 is 400. The operator can configure the maximum.",
    "number of prompts in one call",
  ],
  [
    "MULTI-5",
    "built",
    "decisions, Images (doc 1, Endpoints)",
    "`data` is an array with the bytes of each image, in prompt order.",
    "response body of several images",
  ],
  [
    "MULTI-6",
    "built",
    "decisions, Images",
    "A failed image is `null` in its place and listed in `errors` with `index`, `code` and `message`.",
    "some images of a call fail",
  ],
  [
    "MULTI-7",
    "built",
    "decisions, Images; doc 1, Limits",
    "The price is the price of one image times the images delivered; a failed one is not charged.",
    "price when some images fail",
  ],
  [
    "MULTI-8",
    "built",
    "decisions, Images",
    "When every image fails the answer is an error and nothing is charged.",
    "all images of a call fail",
  ],
  [
    "MULTI-9",
    "built",
    "decisions, Images (doc 1, Trait object)",
    "`traits` are spread over the images of the call in exact counts.",
    "`traits` over the images of one call",
  ],
]);

/** Rules about style, traits, reference images and several images in one call. */
export const imageInputs = [...styleAndTraits, ...reference, ...severalImages];
