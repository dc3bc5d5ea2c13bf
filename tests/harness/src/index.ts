export { type Anvil, startAnvil } from "./anvil.ts";
export { type ChatModel, startChatModel } from "./chat-model.ts";
export {
  type CollectionProgress,
  cancelCollection,
  findProgress,
  queueCollection,
} from "./collection-call.ts";
export { askMintwright, type CommandResult, mintwrightCommand, runMintwright } from "./command.ts";
export { findForge } from "./forge.ts";
export { type Haproxy, startHaproxy } from "./haproxy.ts";
export { compileHostileReceivers, hostileReceivers } from "./hostile-receivers.ts";
export { type IdentityProvider, oidcClient, startIdentityProvider } from "./identity-provider.ts";
export { type InstantImageServer, startInstantImageServer } from "./instant-image-server.ts";
export { type MailServer, startMailServer } from "./mail-server.ts";
export { type MinioPlace, type MinioServer, startMinio } from "./minio-server.ts";
export { createNoisyPng } from "./noisy-image.ts";
export { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "./otlp-receiver.ts";
export { installPacked, type PackedInstall, readExamples, runPackedExample } from "./packed-example.ts";
export { type ClusterTools, type PatroniCluster, startPatroniCluster } from "./patroni-cluster.ts";
export type { PatroniNode, PatroniTimes } from "./patroni-node.ts";
export { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
export { findBinaries, type PostgresServer, startPostgres } from "./postgres-server.ts";
export { type PostgresStandby, startStandby } from "./postgres-standby.ts";
export { routeProcess } from "./process-route.ts";
export {
  type PageQuestion,
  type ProjectSite,
  pageQuestions,
  printWhitePaper,
  sitePages,
  startProjectSite,
  whitePaperSections,
  writeSitePage,
} from "./project-pages/index.ts";
export { findTool } from "./required-tool.ts";
export { findFreePort, type RunningProcess, startProcess } from "./running-process.ts";
export { type SandboxProcess, startSandboxProcess } from "./sandbox-process.ts";
export {
  type ScriptedCall,
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from "./scripted-model-server.ts";
export { chooseUser } from "./server-user.ts";
export { assertLedgerAddsUp, createTestAccount, createTestKey, type TestAccount } from "./test-account.ts";
export { createTestCertificate, type TestCertificate } from "./test-certificate.ts";
export { createDatabase, type TestDatabase } from "./test-database.ts";
export { readTotpCode } from "./totp.ts";
export { type Link, startToxiproxy, type Toxic, type Toxiproxy } from "./toxiproxy.ts";
export { type VerifiedCredential, verifyCredentials } from "./verify-credentials.ts";
export { queueDeliveries } from "./webhook-deliveries.ts";
