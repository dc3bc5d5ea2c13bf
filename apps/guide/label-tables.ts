/**
 * Gives each cell the heading of its column, which phones show in front of it: there a row is a list. Browsers take the roles
 * of a table from its display, so they are written out.
 */
export function labelTables(html: string): string {
  const [before = "", ...tables] = html.split("<table>");
  return [before, ...tables.map(labelTable)].join('<table role="table">');
}

function labelTable(part: string): string {
  const end = part.indexOf("</table>");
  const table = part.slice(0, end);
  const headings = table
    .split(/<th(?=[ >])/)
    .slice(1)
    .map(readCell);
  const rows = table.split("<tr>").map((row) => {
    let column = 0;
    return row
      .replaceAll(/<td(?=[ >])/g, () => `<td role="cell" data-label="${headings[column++] ?? ""}"`)
      .replaceAll(/<th(?=[ >])/g, '<th role="columnheader"');
  });
  return rows.join('<tr role="row">') + part.slice(end);
}

/** Reads the text of a cell from behind the name of its tag. */
function readCell(part: string): string {
  const content = part.slice(part.indexOf(">") + 1, part.indexOf("</th>"));
  return content.replaceAll(/<[^<>]*>/g, "").replaceAll('"', "&quot;");
}
