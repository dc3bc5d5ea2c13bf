#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// glibc keeps what a thread freed for that thread, so a burst of images would leave its memory behind. It reads its settings only
// when a program starts: this one replaces itself once.
const allocator = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};
const { argv, env, execArgv, execPath, platform } = process;
if (platform === "linux" && ["api", "worker"].includes(argv[2]) && !("MALLOC_ARENA_MAX" in env))
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...allocator });

// A third of what a start takes is compiling code that has not changed since the last one.
enableCompileCache();
await import("../dist/cli.js");
