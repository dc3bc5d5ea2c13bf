import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "./compress-files.ts";

/** The server package contains the build and serves it at /dashboard. */
export default defineConfig({
  base: "/dashboard/",
  logLevel: "warn",
  // A nested second copy of React would break hooks.
  resolve: {
    dedupe: ["react", "react-dom"],
    conditions: ["@mintwright/source", "module", "browser", "development|production"],
  },
  plugins: [react(), tailwindcss(), compressFiles()],
  // Inlined data: URLs would need a weaker content security policy.
  build: {
    outDir: "../server/dashboard",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2023",
    // What every page needs is one file: twenty small ones cost a phone half a second.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/dashboard/api": "http://127.0.0.1:8080" } },
});
