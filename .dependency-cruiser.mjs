const server = "^apps/server/src";

/** The arrows of the house: start → composition → http → features → serving, engines, platform. */
export default {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "platform-knows-nobody",
      severity: "error",
      from: { path: `${server}/platform/` },
      to: { path: `${server}/(start|composition|config|http|features|serving|engines)/` },
    },
    {
      name: "engines-know-only-the-platform",
      severity: "error",
      from: { path: `${server}/engines/` },
      to: { path: `${server}/(start|composition|config|http|features|serving)/` },
    },
    {
      name: "serving-knows-only-the-platform",
      severity: "error",
      from: { path: `${server}/serving/` },
      to: { path: `${server}/(start|composition|config|http|features|engines)/` },
    },
    {
      name: "features-know-engines-and-platform",
      severity: "error",
      from: { path: `${server}/features/` },
      to: { path: `${server}/(start|composition|config|http)/` },
    },
    {
      name: "features-meet-through-their-index",
      severity: "error",
      from: { path: `${server}/features/([^/]+)/` },
      to: {
        path: `${server}/features/([^/]+)/`,
        pathNot: [`${server}/features/$1/`, `${server}/features/[^/]+/index\\.ts$`],
      },
    },
    {
      name: "outsiders-enter-features-through-their-index",
      severity: "error",
      from: { path: `${server}/(start|composition|http)/` },
      to: { path: `${server}/features/[^/]+/`, pathNot: `${server}/features/[^/]+/index\\.ts$` },
    },
    {
      name: "http-knows-features-and-platform",
      severity: "error",
      from: { path: `${server}/http/` },
      to: { path: `${server}/(start|composition|config|engines)/` },
    },
    {
      name: "composition-starts-nothing",
      severity: "error",
      from: { path: `${server}/(composition|config)/` },
      to: { path: `${server}/start/` },
    },
    {
      name: "config-knows-nobody",
      severity: "error",
      from: { path: `${server}/config/` },
      to: { path: `${server}/(start|composition|http|features|serving|engines|platform)/` },
    },
    {
      name: "packages-stay-alone",
      severity: "error",
      from: { path: "^packages/", pathNot: "\\.test\\.ts$|/__fixtures__/" },
      to: { path: "^(apps|tests|bench)/" },
    },
    {
      name: "tests-of-packages-know-no-apps",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(apps|bench|tests/(?!harness/))" },
    },
    {
      name: "packages-are-entered-through-their-exports",
      severity: "error",
      from: { path: "^(?:packages/)?([^/]+)/" },
      to: { path: "^packages/", pathNot: "^packages/$1/|/__fixtures__/", dependencyTypes: ["local"] },
    },
    {
      name: "acceptance-is-a-black-box",
      severity: "error",
      from: { path: "^tests/(acceptance|dashboard|harness)/" },
      to: { path: "^(apps|packages)/" },
    },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|^apps/server/(dashboard|guide)/|^apps/guide/\\.astro/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      conditionNames: ["@mintwright/source", "import", "node", "default"],
      exportsFields: ["exports"],
    },
  },
};
