import {
  CustomVariableBuilder,
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as StatBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as GraphBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import type { DashboardPlan, Panel } from "./dashboards.ts";

const datasource = { type: "prometheus", uid: "$datasource" };

/** Builds one dashboard as Grafana imports it. The data source is chosen at the top of the page. */
export function buildDashboard({ uid, title, rows }: DashboardPlan): string {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .tags(["mintwright"])
    .refresh("30s")
    .time({ from: "now-6h", to: "now" })
    .timezone("browser")
    .withVariable(new DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"));
  if (JSON.stringify(rows).includes("$window"))
    dashboard.withVariable(
      new CustomVariableBuilder("window")
        .label("Window")
        .values("1h,5m,30m,2h,6h,1d,3d")
        .current({ text: "1h", value: "1h" }),
    );
  for (const [name, panels] of Object.entries(rows)) {
    dashboard.withRow(new RowBuilder(name));
    for (const panel of panels) dashboard.withPanel(buildPanel(panel));
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}

function buildPanel({ title, unit, queries, isStat }: Panel) {
  const panel = isStat ? new StatBuilder().height(4).span(4) : new GraphBuilder().height(8).span(12).min(0);
  panel.title(title).unit(unit).datasource(datasource);
  for (const [index, [expr, legend]] of queries.entries())
    panel.withTarget(
      new DataqueryBuilder()
        .expr(expr)
        .legendFormat(legend || "__auto")
        .datasource(datasource)
        .refId(String.fromCharCode(65 + index)),
    );
  return panel;
}
