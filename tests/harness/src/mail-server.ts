import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real SMTP server that keeps every email. */
export interface MailServer {
  url: string;
  /** Takes the next email to a person, waiting for it. */
  takeEmail(to: string, patienceInMs?: number): Promise<{ subject: string; text: string; link: string }>;
  /** How many emails to a person no test has taken. */
  countEmails(to: string): number;
  stop(): Promise<void>;
}

const usualPatienceInMs = 10_000;

/** Starts a mail server on a free port, or on a given one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const emails: { to: string; subject: string; text: string; link: string }[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      text(stream).then((raw) => {
        for (const { address } of session.envelope.rcptTo) emails.push({ to: address, ...readEmail(raw) });
        for (const look of waiting) look();
        done();
      }, done);
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const find = (to: string) => emails.findIndex((email) => email.to.toLowerCase() === to.toLowerCase());
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    countEmails: (to) => emails.filter((email) => email.to === to).length,
    takeEmail: (to, patienceInMs = usualPatienceInMs) =>
      new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no email to ${to} arrived`));
        }, patienceInMs);
        const look = () => {
          const place = find(to);
          if (place < 0) return;
          clearTimeout(deadline);
          waiting.delete(look);
          resolve(emails.splice(place, 1)[0] as (typeof emails)[number]);
        };
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function readEmail(raw: string): { subject: string; text: string; link: string } {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\n\n");
  const isQuoted = /content-transfer-encoding: quoted-printable/i.test(head);
  const plain = isQuoted
    ? body
        .replaceAll(/=\r?\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return {
    subject: /^subject: (.*)$/im.exec(head)?.[1]?.trim() ?? "",
    text: plain,
    link: /https?:\/\/\S+/.exec(plain)?.[0] ?? "",
  };
}
