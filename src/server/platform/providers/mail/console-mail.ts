import type { MailSender } from './mail-sender.ts';

/** For development: nothing is sent, the mail is said on the console. */
export const consoleMail = (say: (line: string) => void): MailSender => ({
  send: async ({ to, subject, text }) => say(`邮件（开发环境，未真正发送）致 ${to}\n  ${subject}\n  ${text}`),
});
