import { measureDuplicates, readStories } from "../apps/server/src/features/news/__fixtures__/stories.ts";
import { print, printFigure } from "./measure.ts";

// How many pairs of reports are correctly recognised as one story, grouped one after the other as they are gathered. All
// 200 stories are grouped together, because near misses are next to each other. --show prints the mistakes.

const versions = readStories();
const { precision, recall, mistakes } = measureDuplicates(versions);
print(`${versions.length} reports of ${new Set(versions.map(({ story }) => story)).size} stories`);
if (process.argv.includes("--show")) for (const mistake of mistakes) print(mistake);
printFigure("news.duplicate_precision", precision, ">= 0.98");
printFigure("news.duplicate_recall", recall, ">= 0.9");
