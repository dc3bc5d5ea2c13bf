/** PostgreSQL's text search configurations by the language that a page says it is in. */
const configurations = new Map(
  Object.entries({
    ar: "arabic",
    ca: "catalan",
    da: "danish",
    de: "german",
    el: "greek",
    en: "english",
    es: "spanish",
    eu: "basque",
    fi: "finnish",
    fr: "french",
    ga: "irish",
    hi: "hindi",
    hu: "hungarian",
    hy: "armenian",
    id: "indonesian",
    it: "italian",
    lt: "lithuanian",
    nb: "norwegian",
    ne: "nepali",
    nl: "dutch",
    nn: "norwegian",
    no: "norwegian",
    pt: "portuguese",
    ro: "romanian",
    ru: "russian",
    sr: "serbian",
    sv: "swedish",
    ta: "tamil",
    tr: "turkish",
    yi: "yiddish",
  }),
);

/** Chooses how the words of a page are reduced to stems; `simple` keeps words of unknown languages as they are. */
export function chooseSearchConfiguration(language: string | undefined): string {
  const [primary = "en"] = (language || "en").toLowerCase().split(/[-_]/);
  return configurations.get(primary) ?? "simple";
}
