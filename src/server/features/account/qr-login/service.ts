import { QR_SECONDS, QR_STATUS, type QrStatus, type Scan } from '#schemas/api/qr-login.ts';
import type { Db } from '#server/db/database.ts';
import { hashOf, secret } from './login-mark.ts';
import { claim, decideQrLogin, deleteEndedBefore, insertQrLogin, spend, stateOf, wasConfirmedBy } from './queries.ts';

/** Codes are kept for so long after their end, for the phone that looks again. */
const KEPT_MS = 10 * 60 * 1000;
const MAX_USER_AGENT = 300;

/** The browser that asks: the hash of its mark, and what its owner is shown of it. */
export interface Asking {
  readonly browserHash: string;
  readonly userAgent: string;
  readonly address: string;
}

/** What a poll sees; with `success` the account that is to be let in. */
export type Poll = { readonly status: 0 | 1 | 3 } | { readonly status: 2; readonly accountId: string };

const EXPIRED = { status: QR_STATUS.expired } as const;
const NOTHING: Scan = { status: QR_STATUS.expired, browser: null, expiresIn: 0 };

/**
 * Logins by QR code. A browser holds the token, the picture the ticket: anyone who photographs the screen cannot poll, and
 * anyone who polls without the browser's mark learns nothing.
 */
export class QrLogins {
  readonly #db: Db;
  readonly #now: () => Date;
  readonly #describe: (userAgent: string) => string;

  /** `describe` says in words what a browser is that calls itself so. */
  constructor(db: Db, now: () => Date, describe: (userAgent: string) => string) {
    this.#db = db;
    this.#now = now;
    this.#describe = describe;
  }

  /** A new code for a browser. */
  async make({ browserHash, userAgent, address }: Asking): Promise<{ token: string; ticket: string }> {
    const now = this.#now();
    const [token, ticket] = [secret(32), secret(24)];
    await deleteEndedBefore(this.#db, new Date(now.getTime() - KEPT_MS));
    await insertQrLogin(this.#db, {
      token_hash: hashOf(token),
      ticket_hash: hashOf(ticket),
      browser_hash: browserHash,
      user_agent: userAgent.slice(0, MAX_USER_AGENT),
      address,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + QR_SECONDS * 1000).toISOString(),
    });
    return { token, ticket };
  }

  /** The state of a code for the browser of this mark. Success is reported once, and spends the code. */
  async poll(token: string, browserHash: string | undefined): Promise<Poll> {
    if (browserHash === undefined) return EXPIRED;
    const of = { tokenHash: hashOf(token), browserHash };
    const state = await stateOf(this.#db, of, this.#now());
    if (state === 'waiting' || state === 'scanned') return { status: QR_STATUS[state] };
    if (state !== 'confirmed') return EXPIRED;
    const accountId = await spend(this.#db, of, this.#now());
    return accountId === undefined ? EXPIRED : { status: QR_STATUS.success, accountId };
  }

  /** A person has scanned a code, perhaps not for the first time. */
  async scan(ticket: string, accountId: string): Promise<Scan> {
    const now = this.#now();
    const ticketHash = hashOf(ticket);
    const found = await claim(this.#db, ticketHash, accountId, now);
    if (!found) {
      const isDone = await wasConfirmedBy(this.#db, ticketHash, accountId);
      return isDone ? { ...NOTHING, status: QR_STATUS.success } : NOTHING;
    }
    return {
      status: QR_STATUS.scanned,
      browser: {
        words: this.#describe(found.user_agent),
        address: found.address,
        askedAt: new Date(found.created_at).toISOString(),
      },
      expiresIn: Math.ceil((new Date(found.expires_at).getTime() - now.getTime()) / 1000),
    };
  }

  /** The person decides, with the session that the phone has. */
  async decide(
    of: { readonly ticket: string; readonly accountId: string; readonly sessionId: string },
    accept: boolean,
  ): Promise<QrStatus> {
    const { ticket, ...who } = of;
    const state = accept ? 'confirmed' : 'refused';
    const isDecided = await decideQrLogin(this.#db, { ...who, ticketHash: hashOf(ticket) }, state, this.#now());
    return isDecided && accept ? QR_STATUS.success : QR_STATUS.expired;
  }
}
