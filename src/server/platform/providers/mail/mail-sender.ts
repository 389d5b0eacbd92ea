export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Sends mail. A failure throws an error that does not name the address. */
export interface MailSender {
  readonly send: (mail: Mail) => Promise<void>;
}
