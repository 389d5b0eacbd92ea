export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same for a mail that is sent again, so that its receiver sees one; the mail server makes one when absent. */
  readonly messageId?: string;
  /** Further headers, as the list ones of RFC 8058. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail. A failure throws an error that does not name the address. */
export interface MailSender {
  readonly send: (mail: Mail) => Promise<void>;
  /** Reaches the mail server and signs in, and sends nothing; absent where there is none. @throws Error as `send` does */
  readonly check?: () => Promise<void>;
}
