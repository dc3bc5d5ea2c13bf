import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { LazyCodeEditor } from "../../code/lazy-code-editor.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Panel } from "../../ui/page.tsx";
import { type AuditWorkspace, workspaceOf } from "../audit/audit-workspace.ts";
import { useLeaveState } from "../tab-state.ts";
import { ContractDeployments } from "./contract-deployments.tsx";
import { contractDownloads } from "./contract-downloads.ts";
import { ContractFacts } from "./contract-facts.tsx";
import { ContractFiles } from "./contract-files.tsx";
import { type ContractTurn, entryOf } from "./contract-turn.ts";

const ContractDeploy = lazy(() =>
  import("./contract-deploy.tsx").then((file) => ({ default: file.ContractDeploy })),
);

export function ContractResult({ made }: { made: ContractTurn }) {
  const { contract, source } = made;
  const entry = entryOf(made);
  const [file, setFile] = useState(entry);
  const [isDeploying, setDeploying] = useState(false);
  const navigate = useNavigate();
  const leaveWorkspace = useLeaveState<AuditWorkspace>("audit");
  const downloads = contractDownloads.map(({ name, hint, save }) => ({
    name,
    hint,
    onSelect: () => void save(made),
  }));
  const audit = () => {
    // The auditor has the OpenZeppelin sources, so only the generated file is passed on.
    leaveWorkspace(workspaceOf([{ name: entry, text: source }]));
    return navigate({ to: "/playground/audit", search: { item: "draft" } });
  };
  return (
    <>
      <Panel
        title={contract.name}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={audit}>Audit contract</Button>
            <Menu text="Download" label="Download" actions={downloads} />
            <Button onClick={() => setDeploying(true)}>Deploy</Button>
          </div>
        }
      >
        <ContractFacts contract={contract} />
      </Panel>
      {made.itemId && <ContractDeployments itemId={made.itemId} />}
      <Panel
        title={file.split("/").at(-1) ?? file}
        action={<CopyButton text={contract.sources[file]?.content ?? source} label="Copy code" />}
      >
        <div className="flex flex-col lg:h-[36rem] lg:flex-row">
          <ContractFiles files={Object.keys(contract.sources)} entry={entry} shown={file} onShow={setFile} />
          <div className="h-[28rem] min-w-0 flex-1 overflow-hidden rounded-b-md lg:h-full">
            <LazyCodeEditor
              key={file}
              label={`Source of ${file}`}
              text={contract.sources[file]?.content ?? source}
            />
          </div>
        </div>
      </Panel>
      {isDeploying && (
        <Suspense>
          <ContractDeploy contract={contract} itemId={made.itemId} onClose={() => setDeploying(false)} />
        </Suspense>
      )}
    </>
  );
}
