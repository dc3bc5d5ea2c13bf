export { type ProjectSite, startProjectSite, writeSitePage } from "./project-site.ts";
export { type PageQuestion, pageQuestions } from "./questions.ts";
export { sitePages } from "./site-text.ts";
export { printWhitePaper } from "./white-paper-pdf.ts";
export { whitePaperSections } from "./white-paper-text.ts";
