import type { CodePurpose } from '#schemas/api/passport.ts';

export interface SmsMessage {
  /** E.164, e.g. +8619900000001. */
  readonly number: string;
  readonly code: string;
  readonly purpose: CodePurpose;
  /** Minutes for which the code is good. */
  readonly minutes: number;
}

/** What was changed on an account. */
export type SecurityEvent = 'phone' | 'password' | 'factor';

export interface SmsNotice {
  /** E.164. */
  readonly number: string;
  readonly event: SecurityEvent;
}

/** Sends codes and warnings to phones. A failure throws an error that names neither number nor code. */
export interface SmsSender {
  readonly send: (message: SmsMessage) => Promise<void>;
  /** Warns the owner of an account of a change. Sends nothing where the provider has no template for it. */
  readonly notify: (notice: SmsNotice) => Promise<void>;
}
