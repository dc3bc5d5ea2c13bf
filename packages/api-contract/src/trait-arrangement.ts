/** A trait that rules mention, with the tokens of each class of its values. */
export interface RuledTrait {
  trait: number;
  totals: number[];
  neighbours: ReadonlySet<number>;
}

/** So many tokens have these classes, in the order of the component's traits. */
export interface Pattern {
  classes: number[];
  count: number;
}

/** Traits that rules connect, and how often each combination of their classes occurs. */
export interface Component {
  traits: number[];
  patterns: Pattern[];
}

type MayMeet = (trait: number, own: number, other: number, otherClass: number) => boolean;

/**
 * Combines the classes of traits so that each class has exactly its total. One trait after another joins the tokens, by a
 * maximum flow between the tokens so far and its classes. Where rules form no circle of traits, this finds a combination
 * whenever there is one. In a circle an early choice can be in the way, so every trait is tried as the first.
 */
export function solveComponents(ruled: readonly RuledTrait[], mayMeet: MayMeet): Component[] | undefined {
  const components: Component[] = [];
  const solved = new Set<number>();
  for (const { trait } of ruled) {
    if (solved.has(trait)) continue;
    const members = listConnected(ruled, trait);
    for (const member of members) solved.add(member.trait);
    let component: Component | undefined;
    for (const first of members) {
      component = solveFrom(listConnected(ruled, first.trait), mayMeet);
      if (component) break;
    }
    if (!component) return undefined;
    components.push(component);
  }
  return components;
}

/** Lists a trait and those that rules connect with it, nearest first. */
function listConnected(ruled: readonly RuledTrait[], first: number): RuledTrait[] {
  const found = ruled.filter(({ trait }) => trait === first);
  for (const { neighbours } of found)
    for (const each of ruled) if (neighbours.has(each.trait) && !found.includes(each)) found.push(each);
  return found;
}

function solveFrom(members: readonly RuledTrait[], mayMeet: MayMeet): Component | undefined {
  const traits: number[] = [];
  let patterns: Pattern[] = [{ classes: [], count: members[0]?.totals.reduce((a, b) => a + b, 0) ?? 0 }];
  for (const { trait, totals, neighbours } of members) {
    const fits = ({ classes }: Pattern, own: number) =>
      traits.every(
        (other, place) => !neighbours.has(other) || mayMeet(trait, own, other, classes[place] ?? 0),
      );
    const flow = matchExactly(
      patterns.map(({ count }) => count),
      totals,
      (pattern, own) => fits(patterns[pattern] as Pattern, own),
    );
    if (!flow) return undefined;
    patterns = patterns.flatMap(({ classes }, pattern) =>
      totals.flatMap((_, own) => {
        const count = flow[pattern]?.[own] ?? 0;
        return count > 0 ? [{ classes: [...classes, own], count }] : [];
      }),
    );
    traits.push(trait);
  }
  return { traits, patterns };
}

/** Sends exactly `supply` of each row to `demand` of each column through allowed cells (maximum flow by augmenting paths). */
function matchExactly(
  supply: readonly number[],
  demand: readonly number[],
  isAllowed: (row: number, column: number) => boolean,
): number[][] | undefined {
  const left = [...demand];
  const flow = supply.map((amount, row) => {
    let rest = amount;
    return demand.map((_, column) => {
      const sent = isAllowed(row, column) ? Math.min(rest, left[column] ?? 0) : 0;
      rest -= sent;
      left[column] = (left[column] ?? 0) - sent;
      return sent;
    });
  });
  for (const [row, amount] of supply.entries()) {
    let rest = amount - (flow[row]?.reduce((a, b) => a + b, 0) ?? 0);
    while (rest > 0) {
      const sent = augment(flow, left, row, rest, isAllowed);
      if (sent === 0) return undefined;
      rest -= sent;
    }
  }
  return flow;
}

/** Sends more from one row to a column with demand, and moves what is in its way to other columns. */
function augment(
  flow: number[][],
  left: number[],
  from: number,
  most: number,
  isAllowed: (row: number, column: number) => boolean,
): number {
  /** By column: the row that would send to it, and the column from which that row would take it. */
  const reached = new Map<number, { row: number; instead: number | undefined }>();
  const queue: number[] = [];
  const reach = (row: number, instead: number | undefined) => {
    for (let column = 0; column < left.length; column++) {
      if (reached.has(column) || !isAllowed(row, column)) continue;
      reached.set(column, { row, instead });
      queue.push(column);
    }
  };
  reach(from, undefined);
  for (const column of queue) {
    if ((left[column] ?? 0) === 0) {
      for (const [row, sent] of flow.entries()) if ((sent[column] ?? 0) > 0) reach(row, column);
      continue;
    }
    const path: { row: number; to: number; instead: number | undefined }[] = [];
    for (let to: number | undefined = column; to !== undefined; ) {
      const step: { row: number; instead: number | undefined } | undefined = reached.get(to);
      if (!step) break;
      path.push({ ...step, to });
      to = step.instead;
    }
    const sent = Math.min(
      most,
      left[column] ?? 0,
      ...path.flatMap(({ row, instead }) => (instead === undefined ? [] : [flow[row]?.[instead] ?? 0])),
    );
    for (const { row, to, instead } of path) {
      const cells = flow[row] as number[];
      cells[to] = (cells[to] ?? 0) + sent;
      if (instead !== undefined) cells[instead] = (cells[instead] ?? 0) - sent;
    }
    left[column] = (left[column] ?? 0) - sent;
    return sent;
  }
  return 0;
}
