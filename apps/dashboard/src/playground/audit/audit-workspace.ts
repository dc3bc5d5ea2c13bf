import type { AuditReport } from "@mintwright/sdk";

export interface SourceFile {
  name: string;
  text: string;
}

/** The state of the audit page. */
export interface AuditWorkspace {
  files: SourceFile[];
  /** The name of the open file. */
  shown: string;
  audit?: PaidAudit | undefined;
}

export interface PaidAudit {
  report: AuditReport;
  markdown: string;
  charged: number;
  /** The library item; undefined when the account's storage was full. */
  itemId?: string | undefined;
  /** True when the code was changed after the audit. */
  isStale: boolean;
}

const firstName = "contract.sol";

export const workspaceOf = (files: SourceFile[]): AuditWorkspace => ({
  files,
  shown: files[0]?.name ?? firstName,
});

/** Creates a workspace with one empty file. */
export const emptyWorkspace = (): AuditWorkspace => workspaceOf([{ name: firstName, text: "" }]);

/** Adds files. Replaces files of the same name and removes empty ones. */
export function addFiles(workspace: AuditWorkspace, added: SourceFile[]): AuditWorkspace {
  const files = new Map(
    workspace.files.filter(({ text }) => text.trim() !== "").map((file) => [file.name, file]),
  );
  for (const file of added) files.set(file.name, file);
  return { ...changed(workspace), files: [...files.values()], shown: added[0]?.name ?? workspace.shown };
}

/** Changes the text of the open file. */
export function writeText(workspace: AuditWorkspace, text: string): AuditWorkspace {
  const files = workspace.files.map((file) => (file.name === workspace.shown ? { ...file, text } : file));
  return { ...changed(workspace), files };
}

/** Renames the open file, unless the name is taken. */
export function renameFile(workspace: AuditWorkspace, given: string): AuditWorkspace {
  const name = toFileName(given);
  if (workspace.files.some((file) => file.name === name)) return workspace;
  const files = workspace.files.map((file) => (file.name === workspace.shown ? { ...file, name } : file));
  return { ...changed(workspace), files, shown: name };
}

/** Adds an empty file with an unused name. */
export function addEmptyFile(workspace: AuditWorkspace): AuditWorkspace {
  let name = firstName;
  for (let number = 2; workspace.files.some((file) => file.name === name); number++)
    name = `contract-${number}.sol`;
  return { ...workspace, files: [...workspace.files, { name, text: "" }], shown: name };
}

/** Removes a file. The workspace always keeps at least one. */
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

/** Normalizes a path to a name that the auditor reports unchanged: no `..`, plain characters, ending in .sol. */
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

/** Writes the files as one question, in code fences longer than any fence in the text. */
export function writeQuestion(files: readonly SourceFile[]): string {
  const runs = files.flatMap(({ text }) => text.match(/`{3,}|~{3,}/g) ?? []);
  const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return files
    .filter(({ text }) => text.trim() !== "")
    .map(({ name, text }) => `${fence}solidity ${name}\n${text}\n${fence}`)
    .join("\n\n");
}

export type Severity = AuditReport["findings"][number]["severity"];

/** Highest first. */
export const severities = ["high", "medium", "low", "info"] as const satisfies Severity[];

/** Class names are written out, because Tailwind finds them by text search. */
export const severityLooks: Record<Severity, { text: string; soft: string }> = {
  high: { text: "text-(--finding-high)", soft: "bg-(--finding-high-soft)" },
  medium: { text: "text-(--finding-medium)", soft: "bg-(--finding-medium-soft)" },
  low: { text: "text-(--finding-low)", soft: "bg-(--finding-low-soft)" },
  info: { text: "text-(--finding-info)", soft: "bg-(--finding-info-soft)" },
};

/** Reads the files of a question that `writeQuestion` wrote; any other text is one file. */
export function readQuestion(question: string): AuditWorkspace {
  const files: SourceFile[] = [];
  let open: { name: string; fence: string; lines: string[] } | undefined;
  for (const line of question.split("\n")) {
    const [, fence, name] = /^(`{3,})solidity +(\S+)$/.exec(line) ?? [];
    if (open && line === open.fence) {
      files.push({ name: toFileName(open.name), text: open.lines.join("\n") });
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (fence && name) open = { name, fence, lines: [] };
  }
  return workspaceOf(files.length > 0 ? files : [{ name: firstName, text: question }]);
}
