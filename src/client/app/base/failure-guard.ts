import type { ReplyOf, Call } from '#schemas/api/route.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { endsSession, wordsOfCode } from '#client/lib/session-codes.ts';

/** What the app does about failures that concern more than the screen that met them. */
export interface FailureActs {
  readonly sessionEnded: (message: string) => void;
  /** Counts sign-outs: a reply to a request from before the last one says nothing about the present user. */
  readonly departures: () => number;
  /** How many pages the user has come to: what only one page met does not concern the next. */
  readonly pageTurns: () => number;
  readonly vipRequired: (message: string) => void;
}

/**
 * An api that informs the app of ended sessions and of missing VIP, and throws on to the caller all the same. Every other
 * code is the caller's, with the message that the server gave it (301112006 among them).
 */
export class GuardedApi implements Api {
  readonly #inner: Api;
  readonly #acts: FailureActs;

  constructor(inner: Api, acts: FailureActs) {
    this.#inner = inner;
    this.#acts = acts;
  }

  async call<R extends Call>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>> {
    const departures = this.#acts.departures();
    const pageTurns = this.#acts.pageTurns();
    try {
      return await this.#inner.call(route, input);
    } catch (thrown) {
      if (thrown instanceof ApiFailure && departures === this.#acts.departures())
        this.#receive(thrown, pageTurns === this.#acts.pageTurns());
      throw thrown;
    }
  }

  /** `isOnPage`: the page that asked is still on screen. */
  #receive({ code, message }: ApiFailure, isOnPage: boolean): void {
    if (endsSession(code)) this.#acts.sessionEnded(message || (wordsOfCode(code) ?? ''));
    if (isOnPage && code === FAILURES.VIP_REQUIRED.code) this.#acts.vipRequired(message);
  }
}
