import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type PaperSection, whitePaperSections } from "./white-paper-text.ts";

/** Prints the white paper as a PDF, with a running header and page numbers as such papers have them. */
export async function printWhitePaper(sections: PaperSection[] = whitePaperSections): Promise<Buffer> {
  const paper = new PDFDocument({
    size: "A4",
    margins: { top: 90, bottom: 90, left: 72, right: 72 },
    bufferPages: true,
    info: { Title: "Saltmarsh: a protocol for measured restoration" },
  });
  const bytes = buffer(paper);
  paper.fontSize(24).text("Saltmarsh: a protocol for measured restoration").moveDown();
  for (const { heading, paragraphs } of sections) {
    paper.font("Helvetica-Bold").fontSize(15).text(heading).moveDown(0.4);
    for (const paragraph of paragraphs) {
      paper.font("Helvetica").fontSize(11).text(paragraph, { align: "justify" }).moveDown(0.6);
    }
    paper.moveDown();
  }
  const { count } = paper.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    paper.switchToPage(index);
    paper.page.margins = { top: 0, bottom: 0, left: 72, right: 72 };
    paper.fontSize(9).text("Saltmarsh white paper, version 1.2", 72, 40, { lineBreak: false });
    paper.text(`Page ${index + 1} of ${count}`, 72, 800, { lineBreak: false });
  }
  paper.end();
  return bytes;
}
