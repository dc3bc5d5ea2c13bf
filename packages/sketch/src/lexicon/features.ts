import { indexWords } from "./word-list.ts";

const hats = {
  crown: "crown king queen royal tiara diadem coronet",
  wizard: "wizard wizard-hat witch witch-hat sorcerer pointy",
  cap: "cap baseball baseball-cap snapback trucker visor-cap",
  beanie: "beanie wool knit toque bonnet",
  helmet: "helmet knight helm steel-helmet samurai",
  spacehelmet: "space-helmet astronaut bubble dome fishbowl space",
  viking: "viking horned-helmet viking-helmet",
  halo: "halo angel nimbus holy",
  horns: "horns horn devil demon antlers",
  flower: "flower flowers wreath daisy flower-crown floral rose garland blossom",
  tophat: "top-hat tophat top magician gentleman bowler fedora",
  cowboy: "cowboy stetson cowboy-hat sheriff western",
  pirate: "pirate tricorne tricorn captain pirate-hat",
  chef: "chef toque-blanche cook chef-hat",
  headphones: "headphones headset earphones dj earmuffs",
  party: "party party-hat cone birthday dunce",
  bow: "bow ribbon hair-bow hairbow",
  bandana: "bandana headband ninja band sweatband bandanna turban",
  santa: "santa christmas elf-hat gnome nightcap stocking",
  straw: "straw straw-hat sun-hat sunhat farmer bucket bucket-hat rice",
  beret: "beret artist french painter",
  hardhat: "hard-hat hardhat construction builder miner safety",
  graduation: "graduation mortarboard scholar academic grad",
  mohawk: "mohawk punk spikes spiky",
  antenna: "antenna antennae receiver",
  feather: "feather feathers plume native",
  leaf: "leaf sprout plant seedling leaves laurel",
  goggles: "goggles aviator steampunk pilot",
  mushroom: "mushroom toadstool shroom",
  fez: "fez tarboosh",
  hood: "hood hooded cowl cloak veil",
  bunnyears: "bunny-ears bunny rabbit-ears",
};

const eyes = {
  laser: "laser lasers beam beams laser-eyes",
  sleepy: "sleepy tired drowsy bored half-open lazy stoned relaxed zen",
  wide: "wide surprised big shocked scared open round",
  wink: "wink winking",
  happy: "happy joyful smiling joy cheerful closed-happy delighted",
  closed: "closed shut asleep sleeping meditating peaceful blind",
  angry: "angry fierce mad furious mean determined evil serious",
  sad: "sad crying tearful tears worried melancholy",
  glasses: "glasses spectacles nerd reading round-glasses eyeglasses specs",
  sunglasses: "sunglasses shades cool aviators ray-bans dark-glasses deal",
  visor: "visor cyber vr vr-headset robocop scanner cyclops-visor",
  eyepatch: "eyepatch patch eye-patch pirate",
  monocle: "monocle",
  star: "star stars starry star-eyes starstruck sparkle sparkling sparkly",
  heart: "heart hearts love heart-eyes loving lovestruck",
  glowing: "glowing glow fire fiery flaming burning radiant electric neon ghostly holy",
  slit: "slit cat reptile snake dragon feline",
  cross: "x cross dead crossed x-eyes",
  spiral: "spiral hypnotized hypno dizzy hypnotic swirl",
  cyclops: "cyclops one-eye one single third",
  goggles: "goggles ski snorkel swimming diving",
  glasses3d: "3d 3d-glasses anaglyph",
  button: "button dot dots beady small simple black",
  normal: "normal plain regular default calm neutral bright kind curious",
};

const mouths = {
  smile: "smile smiling happy content gentle friendly default normal calm joyful kind",
  grin: "grin grinning teeth toothy gold-teeth grill cheeky playful excited",
  open: "open surprised shocked amazed gasp wow singing scream shout yelling",
  laugh: "laugh laughing joy hilarious cheerful",
  frown: "frown sad unhappy grumpy sulky melancholy crying",
  smirk: "smirk smug confident sly mischievous bored side",
  fangs: "fangs vampire fang sharp",
  snarl: "snarl angry fierce rage furious growl roar mad",
  tongue: "tongue silly tongue-out bleh goofy crazy",
  pipe: "pipe smoking bubble-pipe tobacco",
  bubblegum: "bubblegum gum bubble bubble-gum",
  whistle: "whistle kiss kissing pout pucker",
  moustache: "moustache mustache handlebar",
  beard: "beard bearded goatee whiskers",
  neutral: "neutral straight flat serious stoic poker silent",
  rose: "rose flower daisy",
  mask: "mask facemask respirator bandana covered gas surgical",
  straw: "straw wheat grass",
};

const clothes = {
  hoodie: "hoodie sweatshirt hood streetwear tracksuit",
  suit: "suit tuxedo business blazer tie formal smoking black-tie",
  tshirt: "tshirt t-shirt shirt tee t top jersey",
  armor: "armor armour plate knight chainmail mail breastplate cuirass",
  robe: "robe robes cloak wizard mage toga gown tunic",
  scarf: "scarf shawl muffler",
  jacket: "jacket leather bomber biker denim coat parka trench",
  sweater: "sweater jumper knit pullover striped stripes cardigan turtleneck sailor",
  overalls: "overalls dungarees denim-overalls worker farmer",
  kimono: "kimono yukata samurai hanfu gi",
  spacesuit: "spacesuit space-suit astronaut space nasa",
  labcoat: "lab-coat labcoat lab doctor scientist",
  dress: "dress ballgown skirt frock princess",
  vest: "vest waistcoat cowboy gilet",
  cape: "cape superhero hero caped mantle royal",
  apron: "apron chef baker cook",
  bowtie: "bow-tie bowtie dickie",
  hawaiian: "hawaiian floral aloha flower-shirt summer beach",
};

const held = {
  sword: "sword blade katana rapier sabre saber excalibur longsword cutlass lightsaber",
  dagger: "dagger knife kunai dirk",
  staff: "staff sceptre scepter rod crozier cane",
  wand: "wand magic-wand",
  axe: "axe hatchet tomahawk battleaxe halberd",
  hammer: "hammer mallet warhammer mjolnir mace club gavel",
  shield: "shield buckler aegis",
  bow: "bow longbow crossbow arrow archery",
  spear: "spear lance pike javelin",
  trident: "trident pitchfork fork",
  scythe: "scythe sickle reaper",
  book: "book tome grimoire scroll-book notebook diary spellbook",
  scroll: "scroll map parchment letter paper",
  lantern: "lantern lamp light",
  torch: "torch flame fire candle flashlight",
  potion: "potion elixir flask vial bottle drink",
  key: "key keys",
  flower: "flower rose bouquet tulip daisy sunflower lily",
  balloon: "balloon balloons",
  umbrella: "umbrella parasol",
  guitar: "guitar lute ukulele violin banjo",
  brush: "paintbrush brush pen pencil quill",
  coffee: "coffee tea mug cup cocoa beer latte wine",
  orb: "orb crystal-ball ball sphere globe planet",
  gem: "gem crystal diamond jewel ruby emerald sapphire",
  magnifier: "magnifier magnifying loupe lens",
  fishingrod: "fishing-rod fishing",
  flag: "flag banner standard",
  microphone: "microphone mic",
  camera: "camera",
  icecream: "ice-cream icecream gelato cone lollipop candy",
  pizza: "pizza slice",
  wrench: "wrench spanner tool screwdriver",
  laptop: "laptop computer tablet phone smartphone",
  star: "star",
  heart: "heart",
  telescope: "telescope spyglass binoculars",
  pickaxe: "pickaxe pick shovel",
  mirror: "mirror hand-mirror fan",
  bone: "bone",
  fish: "fish",
  whisk: "whisk spoon ladle spatula",
  skull: "skull",
  gun: "blaster ray-gun raygun pistol gun laser-gun",
};

const auras = {
  fire: "fire flame flames flaming inferno burning ember lava",
  ice: "ice frost frozen snow cold crystal frosty",
  lightning: "lightning electric thunder energy storm power plasma electricity shock",
  holy: "holy divine light sacred angelic golden gold radiant sun glow glowing halo",
  dark: "dark shadow void black evil cursed demonic",
  water: "water bubbles bubble ocean sea",
  nature: "nature leaf leaves floral flowers petals forest earth plant life",
  cosmic: "cosmic star stars galaxy stardust space celestial astral",
  rainbow: "rainbow prismatic spectrum holographic",
  hearts: "heart hearts love",
};

const accessories = {
  earring: "earring earrings hoop stud piercing",
  necklace: "necklace pendant amulet chain gold-chain medallion locket beads pearls",
  scarf: "scarf",
  bowtie: "bow-tie bowtie",
  tie: "tie necktie",
  wings: "wings wing winged",
  backpack: "backpack bag satchel jetpack",
  cape: "cape cloak",
  collar: "collar choker bell",
  scar: "scar scars scratch",
  freckles: "freckles freckled",
  facepaint: "tattoo face-paint facepaint warpaint paint stripes war",
  bandage: "bandage bandaid plaster",
  flower: "flower",
  bird: "bird parrot companion pet familiar",
};

/** Every drawable value of the rig's named layers. */
export const features = {
  hat: indexWords<HatName>(hats),
  eyes: indexWords<EyesName>(eyes),
  mouth: indexWords<MouthName>(mouths),
  clothes: indexWords<ClothesName>(clothes),
  held: indexWords<HeldName>(held),
  aura: indexWords<AuraName>(auras),
  accessory: indexWords<AccessoryName>(accessories),
};

/** Headwear. */
export type HatName = keyof typeof hats;
/** Eyes and eyewear. */
export type EyesName = keyof typeof eyes;
/** Mouths and what is in or on them. */
export type MouthName = keyof typeof mouths;
/** Clothing. */
export type ClothesName = keyof typeof clothes;
/** Things in the hand. */
export type HeldName = keyof typeof held;
/** Light and matter around the subject. */
export type AuraName = keyof typeof auras;
/** Small additions to the figure. */
export type AccessoryName = keyof typeof accessories;
