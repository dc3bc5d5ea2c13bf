import type { SettingName } from "../lexicon/settings.ts";
import { burst, grid, studio } from "./backdrops.ts";
import { cave, city, library } from "./built.ts";
import { clouds, space, volcano } from "./far-places.ts";
import { desert, field, forest, mountains, snow } from "./open-land.ts";
import type { DrawSetting } from "./stage.ts";
import { sea, underwater } from "./water.ts";

export const settings: Readonly<Record<SettingName, DrawSetting>> = {
  studio,
  burst,
  mountains,
  sea,
  underwater,
  forest,
  desert,
  city,
  space,
  field,
  snow,
  clouds,
  volcano,
  library,
  cave,
  grid,
};
