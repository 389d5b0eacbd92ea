import type { CodePurpose } from '#schemas/api/passport.ts';

export interface SmsMessage {
  /** E.164, e.g. +8619900000001. */
  readonly number: string;
  readonly code: string;
  readonly purpose: CodePurpose;
  /** Minutes for which the code is good. */
  readonly minutes: number;
}

/** Sends codes to phones. A failure throws an error that names neither number nor code. */
export interface SmsSender {
  readonly send: (message: SmsMessage) => Promise<void>;
}
