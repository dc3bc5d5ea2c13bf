import type { CustomContext } from "@mintwright/api-contract";
import { presetTones, tokenBlockchains } from "@mintwright/api-contract/context-values";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Choice, Field, TextField } from "../ui/field.tsx";
import { formatOperation } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { TonePreview } from "./tone-preview.tsx";

type Token = NonNullable<CustomContext["tokenInformation"]>;

const tokenFields = [
  ["tokenName", "Name"],
  ["tokenSymbol", "Symbol"],
  ["tokenAddress", "Address"],
  ["tokenAuditUrl", "Audit URL"],
  ["explorerUrl", "Block explorer URL"],
  ["trackerAUrl", "Price tracker URL"],
  ["trackerBUrl", "Second price tracker URL"],
  ["tokenSourceCode", "Source code or its URL"],
] as const;

export function ContextForm({
  context,
  isBusy,
  onSave,
}: {
  context: CustomContext;
  isBusy: boolean;
  onSave: (context: CustomContext | null) => void;
}) {
  const [draft, setDraft] = useState<CustomContext>(context);
  const [links, setLinks] = useState(
    (context.socialMediaUrls ?? []).map(({ name, url }) => `${name} ${url}`).join("\n"),
  );
  const change = (part: Partial<CustomContext>) => setDraft({ ...draft, ...part });
  const token = draft.tokenInformation ?? {};
  const changeToken = (part: Partial<Token>) => change({ tokenInformation: { ...token, ...part } });
  const read = () => dropEmpty({ ...draft, socialMediaUrls: readLinks(links) });
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(read());
      }}
    >
      <Panel title="Project">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <Field
            label="Name"
            value={draft.companyName ?? ""}
            onChange={(event) => change({ companyName: event.target.value })}
          />
          <Field
            label="Website"
            type="url"
            placeholder="https://"
            value={draft.companyWebsiteUrl ?? ""}
            onChange={(event) => change({ companyWebsiteUrl: event.target.value })}
          />
          <TextField
            label="Description"
            value={draft.companyDescription ?? ""}
            onChange={(event) => change({ companyDescription: event.target.value })}
          />
          <TextField
            label="Assistant's role"
            value={draft.purpose ?? ""}
            onChange={(event) => change({ purpose: event.target.value })}
          />
          <Field
            label="White paper"
            type="url"
            placeholder="https://"
            hint="The assistant uses the passages that match the question."
            value={draft.whitePaperUrl ?? ""}
            onChange={(event) => change({ whitePaperUrl: event.target.value })}
          />
          <TextField
            label="Social media"
            hint="One per line: name, space, URL."
            value={links}
            onChange={(event) => setLinks(event.target.value)}
          />
          <label className="flex items-center gap-2 md:col-span-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={draft.limitation ?? false}
              onChange={(event) => change({ limitation: event.target.checked })}
            />
            Only answer questions about this project and its field
          </label>
        </div>
      </Panel>
      <Panel title="Tone">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <Choice
            label="Tone"
            value={draft.aiTone ?? "DEFAULT_TONE"}
            onChange={(aiTone) => change({ aiTone })}
            options={[
              ["DEFAULT_TONE", "Default"],
              ["PRE_SET_TONE", "Preset"],
              ["CUSTOM_TONE", "Custom"],
            ]}
          />
          {draft.aiTone === "PRE_SET_TONE" && (
            <Choice
              label="Preset"
              value={draft.selectedTone ?? "PROFESSIONAL"}
              onChange={(selectedTone) => change({ selectedTone })}
              options={presetTones.map((tone) => [tone, formatOperation(tone.replaceAll("_", " "))] as const)}
            />
          )}
          {draft.aiTone === "CUSTOM_TONE" && (
            <TextField
              label="Custom tone"
              value={draft.customTone ?? ""}
              onChange={(event) => change({ customTone: event.target.value })}
            />
          )}
        </div>
      </Panel>
      <Panel title="Token">
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <label className="flex items-center gap-2 md:col-span-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={draft.cryptoToken ?? false}
              onChange={(event) => change({ cryptoToken: event.target.checked })}
            />
            The project has a token
          </label>
          {draft.cryptoToken &&
            tokenFields.map(([field, label]) => (
              <Field
                key={field}
                label={label}
                value={token[field] ?? ""}
                onChange={(event) => changeToken({ [field]: event.target.value })}
              />
            ))}
          {draft.cryptoToken && (
            <fieldset className="md:col-span-2">
              <legend className="mb-1 font-medium">Chains</legend>
              <div className="grid grid-cols-2 gap-1 sm:grid-cols-4">
                {tokenBlockchains.map((chain) => {
                  const chosen = token.blockchain ?? [];
                  const isChosen = chosen.includes(chain);
                  return (
                    <label key={chain} className="flex items-center gap-2 text-xs">
                      <input
                        type="checkbox"
                        className="size-4 accent-accent"
                        checked={isChosen}
                        onChange={() =>
                          changeToken({
                            blockchain: isChosen ? chosen.filter((one) => one !== chain) : [...chosen, chain],
                          })
                        }
                      />
                      {chain.replaceAll("_", " ")}
                    </label>
                  );
                })}
              </div>
            </fieldset>
          )}
        </div>
      </Panel>
      <TonePreview readContext={read} />
      <div className="flex gap-2">
        <Button look="main" type="submit" isBusy={isBusy}>
          Save context
        </Button>
        <Button look="danger" onClick={() => onSave(null)} isBusy={isBusy}>
          Delete context
        </Button>
      </div>
    </form>
  );
}

function readLinks(text: string): { name: string; url: string }[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const place = line.lastIndexOf(" ");
      return { name: line.slice(0, Math.max(place, 0)).trim(), url: line.slice(place + 1) };
    });
}

function dropEmpty(context: CustomContext): CustomContext {
  return Object.fromEntries(
    Object.entries(context).filter(
      ([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
