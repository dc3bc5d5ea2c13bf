import { stringify } from "yaml";
import { listCauseAlerts } from "./cause-alerts.ts";
import { defaultParameters, type RuleParameters } from "./parameters.ts";
import { type Slo, slos } from "./slos.ts";

export { defaultParameters, type RuleParameters } from "./parameters.ts";

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: { summary: string; runbook: string };
}

/** Builds the recording and alert rules. The committed file has the default parameters. */
export function buildRules(
  parameters: RuleParameters = defaultParameters,
): { name: string; rules: Rule[] }[] {
  const windows = [...new Set(parameters.burnWindows.flatMap(({ long, short }) => [short, long]))];
  return [
    {
      name: "mintwright-measures",
      rules: [
        {
          record: "mintwright:webhooks_late:bool",
          expr: `max(mintwright_webhooks_oldest_due_seconds) > bool ${parameters.webhookLateInSeconds}`,
        },
        {
          record: "mintwright:emails_late:bool",
          expr: `max(mintwright_emails_oldest_unsent_seconds) > bool ${parameters.emailLateInSeconds}`,
        },
        { record: "mintwright:queue_failed:max", expr: "max by (queue) (mintwright_queue_failed)" },
      ],
    },
    ...slos.map((slo) => ({
      name: `mintwright-slo-${slo.name}`,
      rules: [
        {
          record: "mintwright:slo_objective:ratio",
          expr: `vector(${slo.objective})`,
          labels: { slo: slo.name },
        },
        ...windows.map((window) => ({
          record: "mintwright:slo_bad:ratio",
          expr: slo.badRatio(window),
          labels: { slo: slo.name, window },
        })),
        ...parameters.burnWindows.map((window) => buildBurnAlert(slo, window)),
      ],
    })),
    {
      name: "mintwright-causes",
      rules: listCauseAlerts(parameters).map(({ severity, summary, ...rule }) => ({
        ...rule,
        labels: { severity },
        annotations: { summary, runbook: nameRunbook(rule.alert) },
      })),
    },
  ];
}

function buildBurnAlert(
  { name, alert, objective, summary }: Slo,
  { severity, long, short, factor, for: wait }: RuleParameters["burnWindows"][number],
): Rule {
  const limit = Number((factor * (1 - objective)).toPrecision(6));
  const burns = (window: string) => `mintwright:slo_bad:ratio{slo="${name}",window="${window}"} > ${limit}`;
  return {
    alert,
    expr: `${burns(long)} and ignoring (window) ${burns(short)}`,
    for: wait,
    labels: { severity, window: long },
    annotations: {
      summary: `${summary}: {{ $value | humanizePercentage }} over ${long}, ${factor} times the error budget`,
      runbook: nameRunbook(alert),
    },
  };
}

const nameRunbook = (alert: string) => `docs/runbooks/${alert}.md`;

/** Writes the rules as a file for Prometheus. */
export function writeRules(parameters?: RuleParameters): string {
  const note =
    "# Made by `npm run monitoring:write` from deploy/prometheus/*.ts. Change those, not this file.\n";
  return note + stringify({ groups: buildRules(parameters) }, { lineWidth: 0 });
}
