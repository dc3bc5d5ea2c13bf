import type { Compilation, Forge, ForgeTest, SolidityCompiler } from "@mintwright/solidity-compiler";
import { checkFile } from "./check-file.ts";

/** `proven`: the name of a test for each requirement, counted from 1, that has one which can fail and passes. */
export type TestReport =
  | { status: "done"; proven: Map<number, string>; problems: string[] }
  | { status: "not_run"; reason: string };

const maxMessages = 8;

/** Creation code of contracts that answer every call with zeros, and that revert every call. */
const returnsZeros = "646104005ff35f526005601bf3";
const reverts = "645f5ffd00005f526005601bf3";

/**
 * Runs a model's tests of a contract in forge's EVM. A test counts only if it fails once the contract is replaced by one
 * that does nothing: a test that passes with any contract proves nothing.
 */
export async function testContract(
  { compiler, forge }: { compiler: SolidityCompiler; forge: Forge },
  { name, source, tests }: { name: string; source: string; tests: string },
  requirements: number,
  signal: AbortSignal,
): Promise<TestReport> {
  const fail = (...problems: string[]): TestReport => ({ status: "done", proven: new Map(), problems });
  const compilation = await compiler.compile({
    sources: { [`${name}.sol`]: source, [`test/${name}.t.sol`]: tests, "test/Check.sol": checkFile },
    outputs: "generate",
    signal,
  });
  if (compilation.errors.length > 0)
    return fail(
      ...compilation.errors.slice(0, maxMessages).map((error) => error.formattedMessage ?? error.message),
    );
  const outcome = await forge.test({ compilation, signal });
  if (outcome.status === "absent")
    return { status: "not_run", reason: "Foundry is not installed on this server" };
  if (outcome.status === "failed")
    return outcome.reason.startsWith("was not run")
      ? { status: "not_run", reason: `forge ${outcome.reason}` }
      : fail(`The tests did not end: forge ${outcome.reason}.`);
  const failed = outcome.tests.filter(({ passed }) => !passed);
  const problems = failed
    .slice(0, maxMessages)
    .map(({ name, reason }) => `The test ${name} failed: ${reason ?? "no reason given"}`);
  const runWith = async (code: string) => {
    const replaced = replaceContract(compilation, name, code);
    return replaced && (await forge.test({ compilation: replaced, signal }));
  };
  const [zeros, reverting] = [await runWith(returnsZeros), await runWith(reverts)];
  if (!zeros || !reverting)
    return fail(...problems, `The tests must create the contract with new ${name}().`);
  if (zeros.status !== "done" || reverting.status !== "done")
    return fail(...problems, "The tests do not end with a contract that does nothing.");
  if (zeros.tests.some(({ name }) => name.startsWith("setUp")))
    return fail(...problems, "setUp must only prepare: move checks of the contract into the tests.");
  const proven = new Map<number, string>();
  const good = outcome.tests.filter(({ passed }) => passed);
  for (let number = 1; number <= requirements; number++) {
    const own = good.filter(({ name }) => name.startsWith(`test_r${number}_`));
    const telling = own.filter((test) => !passes(zeros.tests, test));
    if (telling[0] && own.some((test) => !passes(reverting.tests, test))) proven.set(number, telling[0].name);
    else if (own.length > 0)
      problems.push(
        `No test of requirement ${number} fails when the contract does nothing: test what it does.`,
      );
    else if (!failed.some(({ name }) => name.startsWith(`test_r${number}_`)))
      problems.push(`Requirement ${number} has no test: write one named test_r${number}_….`);
  }
  return { status: "done", proven, problems };
}

function passes(tests: readonly ForgeTest[], { contract, name }: ForgeTest): boolean {
  return tests.some((test) => test.contract === contract && test.name === name && test.passed);
}

/** Replaces the contract in the compiled tests. Undefined if they do not create it. */
function replaceContract(compilation: Compilation, name: string, code: string): Compilation | undefined {
  const creation = compilation.output.contracts?.[`${name}.sol`]?.[name]?.evm.bytecode.object ?? "";
  const pieces = compilation.outputText.split(creation);
  if (creation.length < code.length || pieces.length < 3) return undefined;
  return { ...compilation, outputText: pieces.join(code.padEnd(creation.length, "0")) };
}
