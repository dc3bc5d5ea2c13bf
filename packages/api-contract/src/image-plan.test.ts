import { describe, expect, it } from "vitest";
import { fromCredits } from "./credits.ts";
import { type Enhancement, type ImageModelName, imageModels, type RangedImageModel } from "./image-models.ts";
import { type ImagePlan, planImage } from "./image-plan.ts";

type Row = [
  size: string,
  enhance: Enhancement | undefined,
  rendered: string,
  delivered: string,
  credits: number,
];

const ranged = ["velogen", "nebula_forge_xl", "VisionaryForge"] as const;
const forges = ["nebula_forge_xl", "VisionaryForge"] as const;

function readSize(text: string): { width: number; height: number } {
  const [width, height] = text.split("×").map(Number);
  return { width: width ?? Number.NaN, height: height ?? Number.NaN };
}

function expectPlan(model: ImageModelName, [size, enhance, rendered, delivered, credits]: Row): void {
  const [base = "", cropped = base] = rendered.split(" cut to ");
  expect(planImage(model, { ...readSize(size), enhance })).toEqual({
    plan: {
      rendered: readSize(base),
      cropped: readSize(cropped),
      delivered: readSize(delivered),
      isEnhanced: enhance === "1x" || enhance === "2x" || size !== rendered,
      price: fromCredits(credits),
    },
  });
}

describe("velogen", () => {
  it.each<Row>([
    ["512×512", undefined, "512×512", "512×512", 1],
    ["768×768", undefined, "768×768", "768×768", 1],
    ["768×512", "original", "768×512", "768×512", 1],
    ["640×512", "1x", "640×512", "640×512", 2],
    ["640×512", "2x", "640×512", "1280×1024", 2],
    ["768×768", "2x", "768×768", "1536×1536", 2],
    ["769×769", undefined, "768×768", "769×769", 2],
    ["1024×768", undefined, "768×576", "1024×768", 2],
    ["1920×1920", undefined, "768×768", "1920×1920", 2],
    ["1920×1280", undefined, "768×512", "1920×1280", 2],
    ["1920×1280", "1x", "768×512", "1920×1280", 2],
    ["1920×1920", "2x", "768×768", "1920×1920", 2],
    ["1536×1024", "2x", "768×512", "1920×1280", 2],
    ["1024×1536", "2x", "512×768", "1280×1920", 2],
    ["1920×1080", undefined, "768×512 cut to 768×432", "1920×1080", 2],
    ["1080×1920", "1x", "512×768 cut to 432×768", "1080×1920", 2],
    ["800×512", undefined, "768×512 cut to 768×492", "800×512", 2],
    ["800×512", "2x", "768×512 cut to 768×492", "1600×1024", 2],
    ["1920×512", undefined, "768×512 cut to 768×205", "1920×512", 2],
  ])("makes %s with %s from %s as %s for %d", (...row) => expectPlan("velogen", row));
});

describe.each(forges)("%s", (model) => {
  it.each<Row>([
    ["768×768", undefined, "768×768", "768×768", 1],
    ["1024×1024", "original", "1024×1024", "1024×1024", 1],
    ["1024×768", "1x", "1024×768", "1024×768", 2],
    ["768×768", "2x", "768×768", "1536×1536", 2],
    ["1024×1024", "2x", "1024×1024", "1536×1536", 2],
    ["1024×768", "2x", "1024×768", "1536×1152", 2],
    ["1536×1536", undefined, "1024×1024", "1536×1536", 2],
    ["1536×1152", undefined, "1024×768", "1536×1152", 2],
    ["1152×1536", "2x", "768×1024", "1152×1536", 2],
    ["1536×864", undefined, "1024×768 cut to 1024×576", "1536×864", 2],
    ["768×1536", undefined, "768×1024 cut to 512×1024", "768×1536", 2],
  ])("makes %s with %s from %s as %s for %d", (...row) => expectPlan(model, row));
});

describe("Dale3", () => {
  it.each<Row>([
    ["1024×1024", undefined, "1024×1024", "1024×1024", 4.75],
    ["1024×1024", "original", "1024×1024", "1024×1024", 4.75],
    ["1792×1024", undefined, "1792×1024", "1792×1024", 9.5],
    ["1024×1792", "original", "1024×1792", "1024×1792", 9.5],
    ["1024×1024", "1x", "1024×1024", "1024×1024", 9.5],
    ["1024×1024", "2x", "1024×1024", "2048×2048", 9.5],
    ["1792×1024", "1x", "1792×1024", "1792×1024", 14.25],
    ["1024×1792", "2x", "1024×1792", "2048×3584", 14.25],
  ])("makes %s with %s from %s as %s for %d", (...row) => expectPlan("Dale3", row));

  it.each(["1024×1023", "1792×1792", "512×512", "1024×768", "2048×2048"])(
    "refuses %s and names the three sizes",
    (size) => {
      const { problem } = planImage("Dale3", readSize(size));
      expect(problem?.message).toContain("1024×1024, 1792×1024, 1024×1792");
      expect(problem?.message).toContain(size);
    },
  );
});

describe.each(ranged)("the bounds of %s", (model) => {
  const { minSide, maxSide, maxUpscaledSide } = imageModels[model];

  it.each([
    { path: "width", width: minSide - 1, height: minSide },
    { path: "height", width: minSide, height: minSide - 1 },
  ])("refuse a smaller $path and name the range", ({ path, ...size }) => {
    for (const enhance of [undefined, "original", "1x", "2x"] as const) {
      const { problem } = planImage(model, { ...size, enhance });
      expect(problem).toMatchObject({ path });
      expect(problem?.message).toContain(`from ${minSide} to ${maxSide}`);
    }
  });

  it.each([
    { path: "width", width: maxUpscaledSide + 1, height: maxUpscaledSide },
    { path: "height", width: maxUpscaledSide, height: maxUpscaledSide + 1 },
  ])("refuse a larger $path, whatever is enhanced", ({ path, ...size }) => {
    for (const enhance of [undefined, "original", "1x", "2x"] as const) {
      const { problem } = planImage(model, { ...size, enhance });
      expect(problem).toMatchObject({ path });
      expect(problem?.message).toContain(`at most ${maxUpscaledSide}`);
    }
  });

  it("refuse an explicit original above the base size", () => {
    const size = { width: maxSide + 1, height: maxSide };
    expect(planImage(model, { ...size, enhance: "original" }).problem).toMatchObject({ path: "enhance" });
    expect(planImage(model, size).problem).toBeUndefined();
  });
});

describe.each(ranged)("every size of %s", (model) => {
  it("is rendered inside the base range, cut to its shape and delivered as decided", () => {
    const limits: RangedImageModel = imageModels[model];
    let planned = 0;
    for (let width = limits.minSide; width <= limits.maxUpscaledSide; width += 7) {
      for (let height = limits.minSide; height <= limits.maxUpscaledSide; height += 7) {
        for (const enhance of [undefined, "original", "1x", "2x"] as const) {
          const { plan, problem: refusal } = planImage(model, { width, height, enhance });
          if (!plan) {
            if (enhance !== "original") expect.fail(`${width}×${height} ${enhance}: ${refusal.message}`);
            continue;
          }
          planned++;
          const problem = findProblem(plan, limits, { width, height, enhance });
          // A matcher for each of a million plans would take minutes.
          if (problem) expect.fail(`${width}×${height} ${enhance}: ${problem}, ${JSON.stringify(plan)}`);
        }
      }
    }
    expect(planned).toBeGreaterThan(5_000);
  });
});

function findProblem(
  { rendered, cropped, delivered, isEnhanced, price }: ImagePlan,
  { minSide, maxSide, maxUpscaledSide }: RangedImageModel,
  { width, height, enhance }: { width: number; height: number; enhance: Enhancement | undefined },
): string | undefined {
  const sides = [rendered.width, rendered.height];
  if (!sides.every((side) => Number.isInteger(side) && side >= minSide && side <= maxSide)) return "rendered";
  const isSameShape = (size: { width: number; height: number }) =>
    Math.abs(size.width * height - size.height * width) <= (width + height) / 2;
  if (!isSameShape(cropped)) return "shape of the cropped";
  if (cropped.width > rendered.width || cropped.height > rendered.height)
    return "cropped beyond the rendered";
  if (cropped.width !== rendered.width && rendered.width > minSide) return "rendered wider than needed";
  if (cropped.height !== rendered.height && rendered.height > minSide) return "rendered higher than needed";
  if (!isSameShape(delivered)) return "shape of the delivered";
  const isAbove = width > maxSide || height > maxSide;
  if (!isAbove && (rendered.width !== width || rendered.height !== height)) return "rendered in another size";
  const longest = Math.max(width, height);
  const expectedLongest = enhance === "2x" ? Math.min(2 * longest, maxUpscaledSide) : longest;
  if (Math.max(delivered.width, delivered.height) !== expectedLongest) return "delivered";
  if (isEnhanced !== (isAbove || enhance === "1x" || enhance === "2x")) return "enhanced";
  if (price !== fromCredits(isEnhanced ? 2 : 1)) return "price";
  return undefined;
}
