import sharp from "sharp";
import { blend, toHex } from "../colour.ts";
import type { Scene } from "../compose.ts";
import { drawSky } from "../settings/sky.ts";
import type { Stage } from "../settings/stage.ts";
import { drawWeather } from "../settings/weather.ts";
import { writeSvg } from "../write-svg.ts";
import { buildDiorama } from "./diorama.ts";
import type { Raster } from "./raster.ts";
import { rasterise } from "./rasterise.ts";
import { buildVoxels } from "./voxels.ts";

export async function buildModel(scene: Scene, width: number, height: number): Promise<Raster> {
  const { kit, stage, setting } = scene;
  const grid = 68 / Math.min(width, height);
  const cubes = await rasterise(
    writeSvg(scene, {
      width: Math.round(width * grid),
      height: Math.round(height * grid),
      planes: ["subject"],
    }),
    true,
  );
  const hasSubject = scene.subject.length > 0;
  const voxels = buildVoxels(cubes, 9);
  const [w, h] = [scene.width, scene.height];
  const scale = Math.min((w * 0.86) / voxels.width, (h * 0.88) / voxels.height, (Math.min(w, h) / 68) * 0.56);
  const tray = buildDiorama(
    kit.palette,
    setting,
    kit.random.fork("diorama"),
    hasSubject,
    [w / 2, h * (hasSubject ? 0.76 : 0.58)],
    Math.min(1.1, w / 950),
  );
  const x = (w - voxels.width * scale) / 2;
  const y = h * 0.95 - voxels.height * scale;
  // A model is lit like an object in a room, so its ground is paler than in other styles.
  const sky = kit.palette.sky.l > 0.45 ? blend(kit.palette.sky, kit.palette.light, 0.35) : kit.palette.sky;
  const air: Stage = { ...stage, kit: { ...kit, palette: { ...kit.palette, sky } } };
  const weather = scene.brief.weather ? drawWeather(stage, scene.brief.weather) : [];
  const shade = `<ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${w * 0.46}" ry="${h * 0.1}" fill="${toHex(kit.palette.ink)}" fill-opacity="0.22"/>`;
  const model = `${shade}${tray}<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(scale * 1000) / 1000})">${voxels.svg}</g>`;
  const room = {
    ...scene,
    back: drawSky(air, setting !== "studio" && setting !== "library"),
    front: weather,
  };
  const behind = writeSvg(room, { width, height, planes: ["back"], overlay: model });
  if (weather.length === 0) return rasterise(behind, false);
  const before = writeSvg(room, { width, height, planes: ["front"] });
  const { data } = await sharp(Buffer.from(behind))
    .composite([{ input: Buffer.from(before) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width, height, channels: 3 };
}
