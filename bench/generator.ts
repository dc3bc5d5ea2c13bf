import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { createGenerator } from "@mintwright/solidity-generator";
import { startAnvil, startChatModel } from "@mintwright/test-harness";
import { createOpenAiChatEngine } from "../apps/server/src/engines/chat/index.ts";
import { createContractGenerator } from "../apps/server/src/features/contracts/index.ts";
import {
  type Answered,
  answerAll,
  judge,
  prepareLaboratory,
} from "../packages/solidity-generator/src/__fixtures__/run-evaluation.ts";
import { measureRequests } from "./generator-requests.ts";
import { print, printFigure } from "./measure.ts";

// Every request of the generator's list, answered without a model and, where CHAT_MODEL_PYTHON names one, with the
// small real one: how many compile, and how many do exactly what was asked for when they are tried on a chain.
// `npm run bench:generator -- requests` asks for a list of requests as people write them and counts right, reported,
// refused and silently wrong answers.

const compiler = createSolcCompiler({
  processes: 2,
  maxWaiting: 500,
  timeoutInMs: 120_000,
  memoryInMb: 1_024,
});
const anvil = await startAnvil();
const python = process.env.CHAT_MODEL_PYTHON;

async function measure(label: string, baseUrl: string | undefined): Promise<number> {
  const engine = baseUrl
    ? createOpenAiChatEngine({ name: "small", baseUrl, model: "small", silenceInMs: 60_000 })
    : undefined;
  const generator = createContractGenerator({ compiler, engine });
  const laboratory = await prepareLaboratory(anvil, compiler, createContractGenerator({ compiler }));
  const startedAt = performance.now();
  const answered = await answerAll(generator);
  const seconds = (performance.now() - startedAt) / 1000;
  const byKind = new Map<string, { asked: number; compiled: number; exact: number }>();
  for (const answer of answered) {
    const row = byKind.get(answer.expected.kind) ?? { asked: 0, compiled: 0, exact: 0 };
    const differences = await judge(laboratory, answer);
    row.asked += 1;
    row.compiled += answer.made ? 1 : 0;
    row.exact += differences.length === 0 ? 1 : 0;
    byKind.set(answer.expected.kind, row);
    if (differences.length > 0) print(`  not as asked: ${answer.prompt}: ${differences.join("; ")}`);
  }
  print(`\n${label}: ${answered.length} requests in ${seconds.toFixed(0)} s\n`);
  print("| kind | requests | compile | do exactly what was asked |");
  print("|---|---|---|---|");
  for (const [kind, { asked, compiled, exact }] of byKind)
    print(`| ${kind} | ${asked} | ${compiled} | ${exact} |`);
  const share = (count: (answer: Answered) => boolean) => answered.filter(count).length / answered.length;
  const exact = [...byKind.values()].reduce((sum, row) => sum + row.exact, 0) / answered.length;
  printFigure(
    `generator-compiled (${label})`,
    share(({ made }) => made !== undefined),
    ">= 1",
  );
  printFigure(`generator-exact (${label})`, exact, ">= 0.95");
  return exact;
}

const part = process.argv[2] ?? "all";

async function measureEvaluation(): Promise<void> {
  const alone = await measure("no model", undefined);
  if (python) {
    const model = await startChatModel(python);
    try {
      const together = await measure("small model", model.baseUrl);
      printFigure("generator-exact with the model ÷ without", together / alone, ">= 1");
    } finally {
      await model.stop();
    }
  } else print("CHAT_MODEL_PYTHON is not set: not measured with a model.");
}

try {
  if (part === "all" || part === "requests")
    await measureRequests(anvil, compiler, createGenerator({ compiler }));
  if (part === "all" || part === "evaluation") await measureEvaluation();
} finally {
  await Promise.all([compiler.stop(), anvil.stop()]);
}
