import sharp from "sharp";
import type { Scene } from "../compose.ts";
import { hashText } from "../random.ts";
import { wrapSvg, writeSvg } from "../write-svg.ts";
import { facet } from "./low-poly.ts";
import { buildModel } from "./model.ts";
import { outlineCoverage, reduceColours } from "./pixel.ts";
import type { Raster } from "./raster.ts";
import { rasterise } from "./rasterise.ts";
import { applySurface, type Surface } from "./surface.ts";
import { applyWatercolour } from "./watercolour.ts";
import { cutBlock } from "./woodcut.ts";

const everything = ["back", "subject", "front"] as const;

const surfaces: Partial<Record<Scene["brief"]["style"], Surface>> = {
  painterly: { grain: 9, mottle: 9, vignette: 0.28 },
  "paper-cut": { grain: 9, mottle: 7, vignette: 0.12 },
  line: { grain: 7, mottle: 9, vignette: 0.08 },
  "stained-glass": { grain: 5, mottle: 34, vignette: 0.3 },
  neon: { grain: 4, mottle: 0, vignette: 0.5 },
  "low-poly": { grain: 0, mottle: 0, vignette: 0.25 },
};

/** Renders the pixels of a scene in its style: first the vector layers, then effects on pixels. */
export async function finishScene(scene: Scene, width: number, height: number): Promise<Raster> {
  const { style } = scene.brief;
  const seed = hashText(`${scene.kit.random.fork("surface").next()}`);
  const whole = (w: number, h: number) =>
    rasterise(writeSvg(scene, { width: w, height: h, planes: everything }), false);
  const subject = (w: number, h: number) =>
    rasterise(writeSvg(scene, { width: w, height: h, planes: ["subject"] }), true);
  const surface = surfaces[style];
  switch (style) {
    case "pixel": {
      const size = Math.max(3, Math.round(Math.min(width, height) / 98));
      const [w, h] = [Math.ceil(width / size), Math.ceil(height / size)];
      const small = outlineCoverage(
        reduceColours(await whole(w, h), scene.kit.palette),
        await subject(w, h),
        scene.kit.palette,
      );
      return enlarge(small, size, width, height);
    }
    case "watercolour": {
      const crisp = await whole(width, height);
      return applyWatercolour(crisp, await blur(crisp, Math.min(width, height) / 170), seed);
    }
    case "woodcut":
      return cutBlock(await whole(width, height), await subject(width, height), scene.kit.palette, seed);
    case "low-poly": {
      const unit = 300 / Math.min(width, height);
      const [w, h] = [Math.round(width * unit), Math.round(height * unit)];
      const facets = facet(
        await whole(w, h),
        await subject(w, h),
        scene.kit.random.fork("facets"),
        scene.kit.lightSide,
      );
      return applySurface(
        await rasterise(wrapSvg(width, height, [w, h], facets), false),
        seed,
        surface ?? { grain: 0, mottle: 0, vignette: 0 },
      );
    }
    case "isometric":
      return buildModel(scene, width, height);
    case "neon": {
      const tubes = await whole(width, height);
      const lit = bloom(tubes, await blur(tubes, Math.min(width, height) / 64), 0.85);
      return surface ? applySurface(lit, seed, surface) : lit;
    }
    default: {
      const pixels = await whole(width, height);
      return surface ? applySurface(pixels, seed, surface) : pixels;
    }
  }
}

async function blur(raster: Raster, sigma: number): Promise<Raster> {
  const { width, height, channels } = raster;
  const data = await sharp(raster.data, { raw: { width, height, channels } }).blur(sigma).raw().toBuffer();
  return { data, width, height, channels };
}

/** Adds the blurred highlights to the image, like a camera lens. */
function bloom(raster: Raster, blurred: Raster, strength: number): Raster {
  const { data } = raster;
  for (let at = 0; at < data.length; at += 1) {
    const base = (data[at] ?? 0) / 255;
    const light = ((blurred.data[at] ?? 0) / 255) * strength;
    data[at] = Math.round((1 - (1 - base) * (1 - light)) * 255);
  }
  return raster;
}

function enlarge(small: Raster, size: number, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (Math.floor(y / size) * small.width + Math.floor(x / size)) * 3;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = small.data[from + channel] ?? 0;
    }
  }
  return { data, width, height, channels: 3 };
}
