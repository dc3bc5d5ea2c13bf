/** The files of a project by path, wherever they come from. */
export interface ProjectFiles {
  /** Every Solidity and settings file outside of dependencies, with `/` between folders. */
  readonly names: readonly string[];
  /** Reads a file of the project or of its dependencies. */
  read(name: string): string | undefined;
  hasFolder(name: string): boolean;
}

const settingsFile = /(?:^|\/)(?:foundry\.toml|remappings\.txt|hardhat\.config\.[cm]?[jt]s)$/;

/** Whether an audit reads a file: Solidity, or settings that say where the imports are. */
export function isProjectFile(name: string): boolean {
  return name.endsWith(".sol") || settingsFile.test(name);
}

/** Raised when a project is too large, or cannot be read at all. */
export class UnreadableProjectError extends Error {
  override readonly name = "UnreadableProjectError";
}
