import type {
  AccessoryName,
  ClothesName,
  EyesName,
  HatName,
  HeldName,
  MouthName,
} from "../lexicon/features.ts";
import type { SettingName } from "../lexicon/settings.ts";

/** What an occupation wears and carries, and its usual setting. */
export interface Trade {
  readonly hat?: HatName;
  readonly clothes: ClothesName;
  readonly held?: HeldName;
  readonly eyes?: EyesName;
  readonly mouth?: MouthName;
  readonly accessory?: AccessoryName;
  readonly setting?: SettingName;
  readonly hasElfEars?: boolean;
}

export const trades: Readonly<Record<string, Trade>> = {
  wizard: { hat: "wizard", clothes: "robe", held: "staff", mouth: "beard", setting: "library" },
  witch: { hat: "wizard", clothes: "dress", held: "potion", setting: "forest" },
  knight: { hat: "helmet", clothes: "armor", held: "sword", setting: "mountains" },
  astronaut: { hat: "spacehelmet", clothes: "spacesuit", held: "flag", setting: "space" },
  pirate: { hat: "pirate", clothes: "jacket", held: "sword", eyes: "eyepatch", setting: "sea" },
  chef: { hat: "chef", clothes: "apron", held: "whisk", setting: "library" },
  king: { hat: "crown", clothes: "cape", held: "staff", mouth: "moustache" },
  queen: { hat: "crown", clothes: "dress", held: "flower" },
  ninja: { hat: "bandana", clothes: "kimono", held: "dagger", mouth: "mask", setting: "forest" },
  samurai: { hat: "helmet", clothes: "kimono", held: "sword", setting: "mountains" },
  viking: { hat: "viking", clothes: "cape", held: "axe", mouth: "beard", setting: "snow" },
  cowboy: { hat: "cowboy", clothes: "vest", mouth: "straw", setting: "desert" },
  detective: { hat: "tophat", clothes: "suit", held: "magnifier", setting: "city" },
  doctor: { clothes: "labcoat", held: "potion", eyes: "glasses", setting: "library" },
  farmer: { hat: "straw", clothes: "overalls", held: "trident", setting: "field" },
  builder: { hat: "hardhat", clothes: "overalls", held: "hammer", setting: "city" },
  painter: { hat: "beret", clothes: "apron", held: "brush", setting: "studio" },
  musician: { hat: "headphones", clothes: "jacket", held: "guitar", setting: "burst" },
  monk: { clothes: "robe", held: "lantern", eyes: "closed", setting: "mountains" },
  elf: { hat: "leaf", clothes: "robe", held: "bow", setting: "forest", hasElfEars: true },
  explorer: { hat: "goggles", clothes: "jacket", held: "telescope", setting: "mountains" },
  hacker: { clothes: "hoodie", held: "laptop", eyes: "visor", setting: "grid" },
  vampire: { clothes: "cape", mouth: "fangs", held: "coffee", setting: "city" },
  mermaid: { hat: "flower", clothes: "dress", held: "trident", setting: "underwater" },
  superhero: { clothes: "cape", eyes: "visor", setting: "city" },
  clown: { hat: "party", clothes: "overalls", held: "balloon", mouth: "grin", setting: "burst" },
  angel: { hat: "halo", clothes: "robe", accessory: "wings", setting: "clouds" },
};
