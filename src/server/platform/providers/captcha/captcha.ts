import type { CaptchaChallenge } from '#schemas/api/passport.ts';
import type { Db } from '#server/db/database.ts';

/** The three fields that prove a captcha was solved, as the hosted services name them too. */
export interface CaptchaProof {
  readonly challenge: string;
  readonly validate: string;
  readonly seccode: string;
}

/** A drag as it was recorded: see schemas/api/passport.ts for its units. */
export interface Drag {
  readonly challenge: string;
  readonly left: number;
  readonly trail: readonly (readonly [x: number, y: number, ms: number])[];
}

/** Says whether a proof is good. A proof is good once. */
export interface CaptchaJudge {
  /** Within a transaction give it as `trx`: what is rolled back has used no proof. */
  readonly judge: (proof: CaptchaProof, trx?: Db) => Promise<boolean>;
}

/** A kind of captcha: gives challenges out, judges drags where they come to us, judges proofs. */
export interface Captcha extends CaptchaJudge {
  readonly issue: (to: { readonly isPhone: boolean; readonly address: string }) => Promise<CaptchaChallenge>;
  /** The proof for a drag that fits its challenge; null for one that does not, and the challenge is used up. */
  readonly check: (drag: Drag) => Promise<CaptchaProof | null>;
}

/** Opens the captcha that the environment chose, on a database. */
export type OpenCaptcha = (parts: { readonly db: Db; readonly now: () => Date }) => Captcha;
