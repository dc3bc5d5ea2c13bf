import { findWord, indexWords } from "./word-list.ts";

/** The kinds of thing that a picture can be about. */
export type Family =
  | "animal"
  | "person"
  | "robot"
  | "creature"
  | "vehicle"
  | "plant"
  | "building"
  | "landscape"
  | "food"
  | "tool"
  | "symbol";

const animals = {
  fox: "fox vixen kitsune",
  cat: "cat kitten kitty feline tomcat lynx panther cheetah leopard jaguar",
  dog: "dog puppy hound pup doge shiba corgi retriever terrier",
  wolf: "wolf wolves werewolf husky coyote",
  bear: "bear grizzly cub bears beaver badger otter hamster",
  panda: "panda",
  rabbit: "rabbit bunny hare bunnies",
  mouse: "mouse mice rat squirrel hedgehog chipmunk",
  lion: "lion lioness",
  tiger: "tiger tigers",
  monkey: "monkey ape gorilla chimp chimpanzee orangutan baboon",
  owl: "owl owlet",
  penguin: "penguin puffin",
  bird: "bird parrot eagle hawk falcon raven crow robin sparrow phoenix griffin toucan hummingbird swallow",
  duck: "duck duckling goose swan chicken hen rooster chick",
  frog: "frog toad",
  pig: "pig piglet boar",
  cow: "cow bull ox calf bison buffalo yak",
  deer: "deer stag fawn elk moose reindeer antelope giraffe",
  horse: "horse pony stallion zebra donkey llama alpaca camel",
  unicorn: "unicorn pegasus",
  goat: "goat ram sheep lamb ibex",
  koala: "koala sloth wombat",
  raccoon: "raccoon lemur skunk",
  elephant: "elephant mammoth",
  dragon: "dragon drake wyvern wyrm",
  dinosaur: "dinosaur dino rex raptor lizard gecko crocodile alligator kaiju",
  alien: "alien martian extraterrestrial",
  skeleton: "skeleton zombie undead lich",
  ghost: "ghost phantom specter wraith spook",
  spirit:
    "spirit monster creature beast yeti golem kodama critter goblin troll ogre demon devil imp gremlin slime",
};

const people = {
  person:
    "person human man woman boy girl child kid lady gentleman portrait people hero heroine face friend grandmother grandfather traveller traveler hipster punk student",
  wizard: "wizard mage sorcerer sorceress warlock magician merlin druid shaman alchemist necromancer",
  witch: "witch enchantress",
  knight: "knight paladin crusader templar guard warrior gladiator soldier",
  astronaut: "astronaut cosmonaut spaceman spacewoman",
  pirate: "pirate buccaneer corsair captain sailor",
  chef: "chef cook baker barista",
  king: "king emperor monarch prince pharaoh",
  queen: "queen empress princess",
  ninja: "ninja assassin shinobi rogue thief",
  samurai: "samurai ronin shogun",
  viking: "viking barbarian berserker",
  cowboy: "cowboy cowgirl sheriff outlaw gunslinger rancher",
  detective: "detective spy inspector sherlock",
  doctor: "doctor nurse surgeon scientist chemist professor",
  farmer: "farmer gardener shepherd fisherman fisher",
  builder: "builder engineer mechanic worker miner carpenter blacksmith smith plumber",
  painter: "painter artist illustrator sculptor",
  musician: "musician bard dj singer guitarist drummer rapper rockstar",
  monk: "monk priest sage hermit oracle prophet",
  elf: "elf fairy pixie ranger archer hunter",
  explorer: "explorer adventurer archaeologist hiker scout pilot aviator diver",
  hacker: "hacker coder developer programmer gamer trader",
  vampire: "vampire dracula count",
  mermaid: "mermaid merman siren nymph",
  superhero: "superhero superheroine avenger vigilante",
  clown: "clown jester joker harlequin",
  angel: "angel goddess saint seraph",
};

const robots = {
  robot: "robot android droid mech bot cyborg automaton machine mecha drone",
};

const creatures = {
  fish: "fish goldfish koi tuna salmon trout clownfish piranha angelfish",
  whale: "whale orca narwhal dolphin porpoise",
  shark: "shark",
  octopus: "octopus squid kraken cthulhu",
  jellyfish: "jellyfish medusa",
  butterfly: "butterfly moth butterflies dragonfly",
  bee: "bee wasp bumblebee ladybug beetle bug insect ant",
  turtle: "turtle tortoise",
  snail: "snail slug",
  snake: "snake serpent cobra python viper",
  crab: "crab lobster scorpion spider",
};

const vehicles = {
  car: "car automobile taxi cab convertible racecar racer jeep lambo",
  van: "van bus truck camper lorry ambulance",
  rocket: "rocket spaceship spacecraft shuttle starship missile",
  ship: "ship sailboat galleon boat yacht frigate schooner canoe ferry caravel",
  plane: "plane airplane aeroplane aircraft jet biplane",
  balloon: "balloon airship zeppelin blimp",
  train: "train locomotive tram railway",
  bicycle: "bicycle bike motorcycle motorbike scooter moped",
  ufo: "ufo saucer",
  submarine: "submarine sub bathyscaphe",
};

const plants = {
  tree: "tree oak maple pine willow bonsai sapling baobab cherry-tree sakura",
  flower: "flower rose tulip lotus lily orchid daisy sunflower peony blossom bouquet",
  cactus: "cactus succulent cacti aloe",
  mushroom: "mushroom toadstool fungus fungi",
  houseplant: "plant houseplant fern monstera leaf sprout vine ivy seedling",
};

const buildings = {
  house: "house home cottage cabin hut barn inn bakery shop cafe farm treehouse village",
  castle: "castle fortress citadel palace keep stronghold",
  lighthouse: "lighthouse beacon",
  tower: "tower skyscraper spire observatory minaret obelisk office bank",
  pagoda: "pagoda temple shrine dojo monastery",
  windmill: "windmill mill turbine",
  pyramid: "pyramid ziggurat tomb",
  bridge: "bridge aqueduct",
};

const landscapes = {
  mountains: "mountain mountains peak alps hill hills cliff summit range volcano ridge highlands",
  sea: "sea ocean beach coast island wave waves shore lagoon bay harbour harbor lake river waterfall",
  forest: "forest woods jungle grove rainforest woodland swamp",
  desert: "desert dune dunes canyon oasis savanna",
  city: "city skyline street town metropolis downtown alley cityscape",
  space: "space galaxy nebula cosmos planet planets universe stars constellation asteroid",
  field: "field meadow valley countryside prairie landscape garden park hillside vineyard",
  snow: "snow winter arctic tundra glacier iceberg blizzard",
  clouds: "cloud clouds sky heaven storm rainbow",
};

const foods = {
  cake: "cake birthday pie cheesecake",
  cupcake: "cupcake muffin",
  burger: "burger hamburger cheeseburger sandwich",
  pizza: "pizza",
  icecream: "icecream gelato sundae ice-cream popsicle",
  donut: "donut doughnut bagel",
  cup: "coffee tea cup mug cocoa latte espresso teapot matcha",
  fruit: "apple fruit orange peach pear lemon cherry plum tomato berry strawberry mango avocado pumpkin",
  bowl: "ramen noodles soup bowl rice pasta curry salad",
  sushi: "sushi sashimi onigiri",
  bread: "bread loaf croissant baguette toast",
};

const tools = {
  sword: "sword blade katana rapier dagger sabre saber excalibur",
  axe: "axe hatchet tomahawk",
  hammer: "hammer mallet anvil mjolnir",
  shield: "shield buckler",
  staff: "staff wand sceptre scepter",
  key: "key keys lock",
  lantern: "lantern lamp torch candle light",
  book: "book tome grimoire library-book notebook",
  potion: "potion elixir flask vial bottle",
  guitar: "guitar violin lute cello ukulele banjo",
  camera: "camera polaroid",
  clock: "clock watch timepiece hourglass",
  compass: "compass",
  telescope: "telescope spyglass",
  umbrella: "umbrella parasol",
  brush: "paintbrush brush palette easel",
  anchor: "anchor",
  laptop: "laptop computer keyboard monitor pc phone smartphone gameboy console",
  chest: "chest treasure box crate",
};

const symbols = {
  heart: "heart love valentine",
  star: "star comet",
  moon: "moon crescent lunar",
  sun: "sun solar",
  gem: "gem crystal diamond jewel ruby emerald sapphire amethyst quartz ethereum stone",
  crown: "crown tiara",
  skull: "skull bones",
  eye: "eye eyes",
  bolt: "lightning bolt thunder electricity thunderbolt",
  coin: "coin token medal bitcoin money gold-coin",
  mask: "mask masquerade",
  flame: "fire flame bonfire campfire ember",
  orb: "orb sphere globe earth ball world",
  feather: "feather quill plume",
};

const families = {
  animal: animals,
  person: people,
  robot: robots,
  creature: creatures,
  vehicle: vehicles,
  plant: plants,
  building: buildings,
  landscape: landscapes,
  food: foods,
  tool: tools,
  symbol: symbols,
} satisfies Record<Family, Record<string, string>>;

/** A noun that the engine can draw. */
export interface Noun {
  readonly family: Family;
  readonly drawing: string;
}

const indexes = (Object.keys(families) as Family[]).map((family) => ({
  family,
  index: indexWords<string>(families[family]),
}));

/** What a word depicts, if the engine can draw it. */
export function findNoun(word: string): Noun | undefined {
  for (const { family, index } of indexes) {
    const drawing = findWord(index, word);
    if (drawing !== undefined) return { family, drawing };
  }
  return undefined;
}

/** Every drawing of every family. */
export function listNouns(): Noun[] {
  return (Object.keys(families) as Family[]).flatMap((family) =>
    Object.keys(families[family]).map((drawing) => ({ family, drawing })),
  );
}
