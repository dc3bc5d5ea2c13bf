import type { AuditReport } from "@mintwright/sdk";

/** A file on the auditor's workspace. */
export interface SourceFile {
  name: string;
  text: string;
}

/** What the auditor's page holds. */
export interface AuditWorkspace {
  files: SourceFile[];
  /** Which file is looked at. */
  shown: string;
  audit?: PaidAudit | undefined;
}

/** An audit that was made. */
export interface PaidAudit {
  report: AuditReport;
  markdown: string;
  charged: number;
  /** True when the code was changed after it. */
  isStale: boolean;
}

const firstName = "contract.sol";

/** Lays files on the workspace. */
export const workspaceOf = (files: SourceFile[]): AuditWorkspace => ({
  files,
  shown: files[0]?.name ?? firstName,
});

/** An empty workspace: one file without text. */
export const emptyWorkspace = (): AuditWorkspace => workspaceOf([{ name: firstName, text: "" }]);

/** Adds files; one of the same name is replaced, and an empty first file gives way. */
export function addFiles(workspace: AuditWorkspace, added: SourceFile[]): AuditWorkspace {
  const files = new Map(
    workspace.files.filter(({ text }) => text.trim() !== "").map((file) => [file.name, file]),
  );
  for (const file of added) files.set(file.name, file);
  return { ...changed(workspace), files: [...files.values()], shown: added[0]?.name ?? workspace.shown };
}

/** Changes the text of the file that is looked at. */
export function writeText(workspace: AuditWorkspace, text: string): AuditWorkspace {
  const files = workspace.files.map((file) => (file.name === workspace.shown ? { ...file, text } : file));
  return { ...changed(workspace), files };
}

/** Renames the file that is looked at, unless another has the name. */
export function renameFile(workspace: AuditWorkspace, given: string): AuditWorkspace {
  const name = toFileName(given);
  if (workspace.files.some((file) => file.name === name)) return workspace;
  const files = workspace.files.map((file) => (file.name === workspace.shown ? { ...file, name } : file));
  return { ...changed(workspace), files, shown: name };
}

/** Adds an empty file under a name that is free. */
export function addEmptyFile(workspace: AuditWorkspace): AuditWorkspace {
  let name = firstName;
  for (let number = 2; workspace.files.some((file) => file.name === name); number++)
    name = `contract-${number}.sol`;
  return { ...workspace, files: [...workspace.files, { name, text: "" }], shown: name };
}

/** Takes a file away; the workspace is never without one. */
export function removeFile(workspace: AuditWorkspace, name: string): AuditWorkspace {
  const files = workspace.files.filter((file) => file.name !== name);
  if (files.length === 0) return emptyWorkspace();
  return {
    ...changed(workspace),
    files,
    shown: workspace.shown === name ? (files[0]?.name ?? name) : workspace.shown,
  };
}

const changed = (workspace: AuditWorkspace): AuditWorkspace =>
  workspace.audit ? { ...workspace, audit: { ...workspace.audit, isStale: true } } : workspace;

/** Makes a name that the auditor gives back as it got it: plain parts, no way up, ending in .sol. */
export function toFileName(given: string): string {
  const parts = given
    .replaceAll("\\", "/")
    .split("/")
    .map((part) => part.trim().replaceAll(/[^\w.@-]/g, "-"))
    .filter((part) => part !== "" && !/^\.+$/.test(part))
    .map((part) => part.replace(/^(@?)[^\w@-]+/, "$1").replaceAll(/(?<!^)@/g, "-"));
  const name = parts.slice(-12).join("/").slice(-110).replace(/^\/+/, "");
  return name.endsWith(".sol") ? name : `${name.replace(/(?<!\.)\.+$/, "") || "contract"}.sol`;
}

/** Writes the files as one question, each between marks that its text cannot contain. */
export function writeQuestion(files: readonly SourceFile[]): string {
  const runs = files.flatMap(({ text }) => text.match(/`{3,}|~{3,}/g) ?? []);
  const marks = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return files
    .filter(({ text }) => text.trim() !== "")
    .map(({ name, text }) => `${marks}solidity ${name}\n${text}\n${marks}`)
    .join("\n\n");
}

export type Severity = AuditReport["findings"][number]["severity"];

/** How grave a finding can be, the gravest first. */
export const severities = ["high", "medium", "low", "info"] as const satisfies Severity[];

/** The colours of each; literal, so that the styles are built. */
export const severityLooks: Record<Severity, { text: string; soft: string }> = {
  high: { text: "text-(--finding-high)", soft: "bg-(--finding-high-soft)" },
  medium: { text: "text-(--finding-medium)", soft: "bg-(--finding-medium-soft)" },
  low: { text: "text-(--finding-low)", soft: "bg-(--finding-low-soft)" },
  info: { text: "text-(--finding-info)", soft: "bg-(--finding-info-soft)" },
};
