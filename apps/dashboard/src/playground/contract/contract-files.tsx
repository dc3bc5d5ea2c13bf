import { Choice } from "../../ui/field.tsx";

interface Folder {
  name: string;
  folders: Map<string, Folder>;
  files: string[];
}

/** A file tree; a select on a phone. */
export function ContractFiles({
  files,
  entry,
  shown,
  onShow,
}: {
  files: readonly string[];
  entry: string;
  shown: string;
  onShow: (file: string) => void;
}) {
  const sorted = [entry, ...files.filter((file) => file !== entry).sort()];
  return (
    <>
      <div className="border-line border-b p-3 lg:hidden">
        <Choice label="File" value={shown} onChange={onShow} options={sorted.map((file) => [file, file])} />
      </div>
      <nav
        aria-label="Files"
        className="hidden w-60 shrink-0 overflow-auto border-line border-r p-2 text-xs lg:block"
      >
        <Entries folder={toTree(sorted)} path="" shown={shown} onShow={onShow} />
      </nav>
    </>
  );
}

function Entries({
  folder,
  path,
  shown,
  onShow,
}: {
  folder: Folder;
  path: string;
  shown: string;
  onShow: (file: string) => void;
}) {
  return (
    <ul>
      {folder.files.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-current={path + name === shown}
            onClick={() => onShow(path + name)}
            title={path + name}
            className="numbers w-full truncate rounded px-2 py-1 text-left hover:bg-sunken aria-[current=true]:bg-sunken aria-[current=true]:font-medium"
          >
            {name}
          </button>
        </li>
      ))}
      {[...folder.folders.values()].map((inner) => (
        <li key={inner.name}>
          <details open={shown.startsWith(`${path}${inner.name}/`) || undefined}>
            <summary className="cursor-pointer truncate rounded px-2 py-1 text-muted hover:bg-sunken">
              {inner.name}
            </summary>
            <div className="pl-3">
              <Entries folder={inner} path={`${path}${inner.name}/`} shown={shown} onShow={onShow} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function toTree(files: readonly string[]): Folder {
  const root: Folder = { name: "", folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.split("/");
    const name = parts.pop() ?? file;
    let folder = root;
    for (const part of parts) {
      const inner: Folder = folder.folders.get(part) ?? { name: part, folders: new Map(), files: [] };
      folder.folders.set(part, inner);
      folder = inner;
    }
    folder.files.push(name);
  }
  return joinLoneFolders(root);
}

/** Joins folders that contain only one folder: contracts/token. */
function joinLoneFolders(folder: Folder): Folder {
  const folders = [...folder.folders.values()].map(joinLoneFolders);
  const [only] = folders;
  if (folder.name && only && folders.length === 1 && folder.files.length === 0) {
    return { ...only, name: `${folder.name}/${only.name}` };
  }
  return { ...folder, folders: new Map(folders.map((inner) => [inner.name, inner])) };
}
