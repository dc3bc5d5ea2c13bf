import { newsCategories } from "@mintwright/api-contract";

/** The placeholder image of an article: its category's name, as a data URL. */
function drawPlaceholder(id: number, name: string): string {
  const hue = (id * 47) % 360;
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">',
    `<rect width="640" height="360" fill="hsl(${hue} 35% 22%)"/>`,
    `<circle cx="520" cy="90" r="150" fill="hsl(${hue} 45% 32%)"/>`,
    `<text x="48" y="312" font-family="system-ui,sans-serif" font-size="44" fill="#fff">${name.replace(/ \(.*/, "")}</text>`,
    "</svg>",
  ].join("");
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const images = new Map<number, string>(newsCategories.map(({ id, name }) => [id, drawPlaceholder(id, name)]));

export function getPlaceholderImage(categoryId: number): string {
  return images.get(categoryId) ?? drawPlaceholder(categoryId, "News");
}
