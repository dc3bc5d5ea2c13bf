import { findPhrase, indexWords } from "./word-list.ts";

/** The places that can stand behind a subject. */
export type SettingName =
  | "studio"
  | "burst"
  | "mountains"
  | "sea"
  | "underwater"
  | "forest"
  | "desert"
  | "city"
  | "space"
  | "field"
  | "snow"
  | "clouds"
  | "volcano"
  | "library"
  | "cave"
  | "grid";

/** The hour that lights a picture. */
export type Hour = "day" | "dawn" | "sunset" | "night";

/** What falls through the air. */
export type Weather = "rain" | "snowfall" | "petals" | "embers" | "fireflies" | "fog" | "stars";

const settings = indexWords<SettingName>({
  studio: "studio plain simple gradient minimal solid room",
  burst: "burst rays sunburst comic pop radiant explosion",
  mountains: "mountain mountains peak alps hill hills cliff summit highlands ridge himalaya rocky",
  sea: "sea ocean beach coast island harbour harbor lake river waves bay lagoon sail sailing waterfall shore",
  underwater: "underwater reef undersea abyss aquarium atlantis deep-sea submarine",
  forest: "forest woods jungle grove rainforest woodland swamp trees",
  desert: "desert dunes canyon oasis egypt savanna sahara",
  city: "city skyline street town metropolis downtown alley tokyo york cyberpunk urban rooftop",
  space: "space galaxy nebula cosmos planet universe cosmic orbit stars moon mars starry",
  field: "field meadow valley countryside prairie garden park farm hillside village vineyard",
  snow: "snow winter arctic tundra glacier ice frozen snowy christmas",
  clouds: "cloud clouds sky heaven heavenly storm rainbow flying",
  volcano: "volcano lava inferno hell magma volcanic",
  library: "library study books tavern workshop kitchen cafe interior home house castle dungeon school lab",
  cave: "cave cavern crystal-cave mine grotto tunnel",
  grid: "grid cyberspace matrix synthwave vaporwave digital virtual metaverse outrun glitch arcade",
});

const hours = indexWords<Hour>({
  day: "day noon morning daylight midday",
  dawn: "dawn sunrise daybreak",
  sunset: "sunset dusk evening twilight golden-hour sundown",
  night: "night midnight nighttime moonlit moonlight starlit starry nocturnal",
});

const weathers = indexWords<Weather>({
  rain: "rain rainy storm stormy drizzle thunderstorm",
  snowfall: "snow snowy snowfall blizzard winter christmas",
  petals: "petals blossom blossoms sakura spring cherry",
  embers: "embers sparks fire fiery lava burning inferno ember",
  fireflies: "fireflies magic magical enchanted fairy glowing lanterns",
  fog: "fog foggy mist misty haze smoky smoke",
  stars: "stars starry stardust sparkle sparkles sparkling glitter",
});

/** The place that a text names. */
export const findSetting = (words: readonly string[]): SettingName | undefined => findPhrase(settings, words);
/** The hour that a text names. */
export const findHour = (words: readonly string[]): Hour | undefined => findPhrase(hours, words);
/** The weather that a text names. */
export const findWeather = (words: readonly string[]): Weather | undefined => findPhrase(weathers, words);
