import { fileURLToPath } from "node:url";
import starlight from "@astrojs/starlight";
import type { AstroInlineConfig } from "astro";
import { base, labels, type listNavigation } from "./navigation.ts";

export const outFolder = fileURLToPath(new URL("../server/guide", import.meta.url));

export const site = (navigation: ReturnType<typeof listNavigation>): AstroInlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  outDir: outFolder,
  cacheDir: "./.astro",
  base,
  trailingSlash: "always",
  build: { inlineStylesheets: "never" },
  logLevel: "warn",
  integrations: [
    starlight({
      title: "Mintwright",
      description: "Guides, API reference and operations of Mintwright.",
      logo: { src: "../server/pages/mark.svg", alt: "" },
      favicon: "/mark.svg",
      customCss: ["../server/pages/palette.css", "./src/styles/look.css"],
      sidebar: navigation.map(({ items, ...rest }) => ({
        ...rest,
        items: items.map((slug) => ({ slug: slug || "index", ...(labels[slug] && { label: labels[slug] }) })),
      })),
      expressiveCode: {
        themes: ["github-dark-default", "github-light-default"],
        defaultProps: { frame: "none" },
        shiki: { langAlias: { promql: "txt" } },
        styleOverrides: {
          borderRadius: "8px",
          frames: { frameBoxShadowCssValue: "none" },
          borderColor: "var(--line)",
          codeBackground: "var(--sunken)",
          codeFontFamily: "var(--sl-font-mono)",
          codeFontSize: "0.8125rem",
        },
      },
      credits: false,
    }),
  ],
});
