import { buffer } from "node:stream/consumers";
import type { AuditFinding, AuditReport } from "@mintwright/api-contract";

const severities = ["high", "medium", "low", "info"] as const;
const colours = { high: "#a8321f", medium: "#7a5200", low: "#1f4f8a", info: "#555555" };

/** Writes an audit report as a PDF: verdict, counts, then the findings of each rule together. */
export async function writeAuditPdf(report: AuditReport, date: Date): Promise<Buffer> {
  // Loaded on demand: most audits are read in the browser.
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "A4",
    margin: 64,
    lang: "en",
    info: { Title: "Smart contract audit", CreationDate: date },
  });
  const bytes = buffer(document);
  document.font("Helvetica-Bold").fontSize(22).text("Smart contract audit").moveDown(0.3);
  document.font("Helvetica").fontSize(10).fillColor("#555555");
  document.text(`${report.analysed.files.join(", ")} · ${date.toISOString().slice(0, 10)} · Mintwright`);
  document.moveDown().fillColor("#000000").fontSize(11).text(report.verdict).moveDown(0.5);
  document.text(
    severities.map((severity) => `${capitalise(severity)}: ${report.counts[severity] ?? 0}`).join("    "),
  );
  for (const { what, reason } of report.notAnalysed)
    document.moveDown(0.3).fillColor(colours.medium).text(`Not analysed: ${what}: ${reason}`);
  const groups = [...Map.groupBy(report.findings, ({ rule, severity }) => `${severity} ${rule}`).values()];
  for (const findings of groups) writeGroup(document, findings);
  document.end();
  return bytes;
}

function writeGroup(document: PDFKit.PDFDocument, findings: AuditFinding[]): void {
  const [first] = findings;
  if (!first) return;
  document.moveDown(1.5).font("Helvetica-Bold").fontSize(13).fillColor("#000000").text(first.title);
  document.font("Helvetica").fontSize(10).fillColor(colours[first.severity]);
  document.text(
    [`Severity: ${first.severity}`, `Confidence: ${first.confidence}`, first.swc].filter(Boolean).join(" · "),
  );
  document.moveDown(0.4).fillColor("#000000");
  for (const { file, lines, subject, quote, proof } of findings) {
    document.font("Helvetica").text(`${file}:${lines[0] ?? "?"}  ${subject}`);
    document.font("Courier").fontSize(9).text(quote.trim(), { indent: 12 }).fontSize(10);
    if (proof) document.font("Helvetica-Bold").text(`Proven: ${plain(proof.explanation)}`, { indent: 12 });
  }
  document.moveDown(0.4).font("Helvetica").text(plain(first.explanation));
  document.moveDown(0.4).font("Helvetica-Bold").text("Suggested fix");
  document.font("Helvetica").text(plain(first.recommendation));
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Markdown without its marks. */
const plain = (text: string) => text.replaceAll("`", "").replaceAll("**", "");
