import type { Command } from "commander";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

export function addImageCommands(admin: Command): void {
  admin
    .command("image-certificate")
    .description("print the certificate (PEM) that a verifier of content credentials must trust")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) =>
      withDatabase(async (database, config) => {
        const { openCertificate } = await import("../composition/build-credentials.ts");
        const { anchor } = await openCertificate(config, database)();
        printAnswer({ certificate: anchor }, anchor.trim(), options);
      }),
    );
}
