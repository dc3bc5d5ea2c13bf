/** One test as vitest registers it: its repository-relative file and its full title. */
export interface RegisteredTest {
  file: string;
  title: string;
}

const bracketed = /\[[^[\]]*\]/g;
const ruleId = /\b[A-Z]+-\d+\b/g;

/** Reads the rule ids that stand in square brackets in a full title, each once, in order. */
export function ruleIdsIn(title: string): string[] {
  const brackets = title.match(bracketed) ?? [];
  return [...new Set(brackets.flatMap((text) => text.match(ruleId) ?? []))];
}

/** Names a test for a reader: its file and its titles without the rule ids. */
export function nameOf(test: RegisteredTest): string {
  const title = test.title.replace(bracketed, (text) => (ruleIdsIn(text).length > 0 ? "" : text));
  const levels = title.split(" > ").map((level) => level.replace(/\s+/g, " ").trim());
  return [test.file, ...levels].join(" › ");
}

/** Groups the files of the tests by the rule id that their titles carry, sorted, each file once. */
export function testFilesByRule(tests: readonly RegisteredTest[]): Map<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const { title, file } of tests) {
    for (const id of ruleIdsIn(title)) files.set(id, (files.get(id) ?? new Set()).add(file));
  }
  return new Map([...files].map(([id, held]) => [id, [...held].sort()]));
}
