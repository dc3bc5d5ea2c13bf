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
  hasSaved,
  message,
  isBusy,
  onSave,
}: {
  context: CustomContext;
  hasSaved: boolean;
  /** What happened last. */
  message: string;
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
  const isChanged = JSON.stringify(read()) !== JSON.stringify(dropEmpty(context));
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(read());
      }}
    >
      <Panel
        title="Project"
        text="Who you are. The assistant introduces itself as your project and answers from these facts."
      >
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <Field
            label="Name"
            value={draft.companyName ?? ""}
            onChange={(event) => change({ companyName: event.target.value })}
          />
          <Field
            label="Website"
            hint="The assistant reads it when a question needs it."
            type="url"
            placeholder="https://"
            value={draft.companyWebsiteUrl ?? ""}
            onChange={(event) => change({ companyWebsiteUrl: event.target.value })}
          />
          <TextField
            label="Description"
            hint="Two or three sentences about what the project does."
            value={draft.companyDescription ?? ""}
            onChange={(event) => change({ companyDescription: event.target.value })}
          />
          <TextField
            label="Assistant's role"
            hint="What it should help with, for example support or onboarding."
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
      <Panel title="Tone" text="How the assistant writes. Try it in the preview below before you save.">
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
      <Panel
        title="Token"
        text="Facts about your project's token, so that the assistant does not have to guess them."
      >
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
      <div className="sticky bottom-[53px] z-5 -mx-1 flex flex-wrap items-center gap-3 border-line border-t bg-paper px-1 py-3 md:bottom-0">
        <p role="status" className="min-w-0 flex-1 text-muted">
          {isChanged ? "Unsaved changes" : message}
        </p>
        {hasSaved && (
          <Button look="danger" onClick={() => onSave(null)} isBusy={isBusy}>
            Delete context
          </Button>
        )}
        <Button look="main" type="submit" isBusy={isBusy} disabled={!isChanged}>
          Save context
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
