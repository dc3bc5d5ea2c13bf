import { defaultSupply } from "./defaults.ts";
import { describeToken, kindsWithToken } from "./known-tokens.ts";
import { type Location, locate } from "./locate.ts";
import { type ContractPlan, has, type Settings } from "./plan.ts";
import type { Reading } from "./reading/read-request.ts";
import { describeSetting } from "./setting-labels.ts";

/** One requirement of the request, and whether the contract meets it. */
export interface Requirement {
  /** The words of the request, or for an assumption what was assumed. */
  requirement: string;
  status: "included" | "not_included" | "assumed";
  /** Absent if it is met by leaving something out, or not met. */
  location?: Location;
  note?: string;
}

/** What a contract does not do and what was assumed, known before it is written. */
export interface Remarks {
  notIncluded: Requirement[];
  assumed: (Requirement & { part?: string })[];
}

const assumedSupply = `a supply of ${defaultSupply.toLocaleString("en-US")}`;

export function makeRemarks({ plan, unread, claims, isChange }: Reading, assumedSettings: Settings): Remarks {
  const claimed = new Set(claims.map(({ part }) => part));
  const assume = (part: string, requirement: string) => ({ requirement, status: "assumed" as const, part });
  return {
    notIncluded: Array.from(
      new Map(unread.map((part) => [part.words, part])).values(),
      ({ words, note }) => ({
        requirement: words.slice(0, 200),
        status: "not_included" as const,
        ...(note && { note }),
      }),
    ),
    assumed: [
      ...Object.entries(assumedSettings).map(([setting, value]) =>
        assume(setting, describeSetting(setting as keyof Settings, value ?? 0)),
      ),
      ...(isChange ? [] : plan.features)
        .filter((feature) => !claimed.has(feature) && !(feature in plan.settings))
        .map((feature) => assume(feature, feature)),
      ...assumeNames(plan),
      ...assumeSupply(plan),
      ...assumeToken(plan),
    ],
  };
}

function assumeToken(plan: ContractPlan): (Requirement & { part?: string })[] {
  const known = describeToken(plan.token);
  if (known)
    return [
      {
        requirement: `${known.symbol} is the token at ${plan.token} on Ethereum mainnet`,
        status: "assumed",
        part: "token",
      },
    ];
  const needsToken =
    kindsWithToken.has(plan.kind) &&
    (plan.kind === "escrow" || plan.kind === "subscription"
      ? has(plan, "tokenPayment")
      : !has(plan, "etherPayment"));
  return needsToken && !plan.token
    ? [
        {
          requirement: `a token ${plan.supply ? "" : `with ${assumedSupply} `}that is created with the contract; name an address to use an existing one`,
          status: "assumed",
        },
      ]
    : [];
}

function assumeSupply(plan: ContractPlan): (Requirement & { part: string })[] {
  const isToken = plan.kind === "erc20" || plan.kind === "stablecoin";
  const isVoted = plan.kind === "governor" && !has(plan, "nftVotes");
  if (plan.supply !== undefined || !(isVoted || (isToken && !has(plan, "mintable")))) return [];
  return [{ requirement: `${assumedSupply} tokens`, status: "assumed", part: "supply" }];
}

function assumeNames(plan: ContractPlan): (Requirement & { part: string })[] {
  const isToken = ["erc20", "stablecoin", "erc721"].includes(plan.kind);
  const open = (["name", "symbol"] as const).filter((field) => isToken && plan[field] === undefined);
  return open.map((field) => ({
    requirement: `${field} chosen by the generator`,
    status: "assumed",
    part: field,
  }));
}

/** Describes what a contract includes, with its place in the source. */
export function describeCoverage(
  { text, claims }: Pick<Reading, "text" | "claims">,
  { notIncluded, assumed }: Remarks,
  source: string,
  contract: string,
): Requirement[] {
  const included = new Map<string, Requirement>();
  for (const { start, end, part } of claims) {
    if (part === undefined || included.has(part)) continue;
    const isAbsence = part.startsWith("no ");
    included.set(part, {
      requirement: text.slice(start, end),
      status: "included",
      ...(isAbsence ? { note: "Left out, as asked." } : { location: locate(source, contract, part) }),
    });
  }
  return [
    ...included.values(),
    ...notIncluded,
    ...assumed.map(({ part, ...requirement }) => ({
      ...requirement,
      ...(part && { location: locate(source, contract, part) }),
    })),
  ];
}

export function sayNotIncluded({ requirement, note }: Requirement): string {
  return `Not included: "${requirement}".${note ? ` ${note}` : ""}`;
}
