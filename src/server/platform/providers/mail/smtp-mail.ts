import type { Transporter } from 'nodemailer';
import type { MailSender } from './mail-sender.ts';

const TIMEOUT_MS = 10_000;

/** Why a mail server refused; the library's own words repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ');
}

/**
 * Mail over SMTP, e.g. `smtps://user:password@mail.example.com:465`; the library is loaded with the first mail.
 * @param from Sender as recipients read it: `鲸图 <noreply@example.com>`.
 */
export function smtpMail(url: string, from: string): MailSender {
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Nothing that a text says may make the server read its own files or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async send({ to, subject, text, messageId, headers }) {
      transport ??= open();
      try {
        const mail = { from, to: { name: '', address: to }, subject, text };
        await (await transport).sendMail({ ...mail, ...(messageId && { messageId }), ...(headers && { headers }) });
      } catch (error) {
        throw new Error(`The mail was not sent: ${reasonOf(error)}`);
      }
    },
    async check() {
      transport ??= open();
      try {
        await (await transport).verify();
      } catch (error) {
        throw new Error(reasonOf(error));
      }
    },
  };
}
