import { defineConfig } from "vite";

// The page waits for the chain at its top level.
export default defineConfig({ build: { target: "es2022" } });
