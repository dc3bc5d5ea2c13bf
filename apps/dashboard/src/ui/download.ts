export function download(name: string, content: string | Uint8Array<ArrayBuffer> | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Firefox reads the URL after click() has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
