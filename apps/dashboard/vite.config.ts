import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "./compress-files.ts";

/** Built into the server's package, which serves it at /dashboard. */
export default defineConfig({
  base: "/dashboard/",
  logLevel: "warn",
  // One React: packages that npm places beside an older one would else bring that along.
  resolve: {
    dedupe: ["react", "react-dom"],
    conditions: ["@mintwright/source", "module", "browser", "development|production"],
  },
  plugins: [react(), tailwindcss(), compressFiles()],
  // Files that are inlined as data: addresses would need a laxer content security policy.
  build: { outDir: "../server/dashboard", emptyOutDir: true, assetsInlineLimit: 0, target: "es2023" },
  server: { proxy: { "/dashboard/api": "http://127.0.0.1:8080" } },
});
