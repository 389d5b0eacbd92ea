import type { ReplyOf, Route } from '#schemas/api/route.ts';
import { FAILURES } from '#shared/errors.ts';
import type { Api, CallInput } from '#client/lib/api.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';

/** The codes that end a session, with the words for a reply that brings none. */
const ENDS_SESSION: ReadonlyMap<number, string> = new Map([
  ...[4032, 403, 100000001, 100000005, 100000006, 100000008].map(
    (code) => [code, FAILURES.SESSION_INVALID.message] as const,
  ),
  [100000002, '授权证书已过期'],
  [100000003, '授权信息已变更，请重新登录！'],
]);

/** What the app does about failures that concern more than the screen that met them. */
export interface FailureActs {
  readonly sessionEnded: (message: string) => void;
  readonly vipRequired: (message: string) => void;
}

/** An api that tells the app of ended sessions and of missing VIP, and throws on to the caller all the same. */
export class GuardedApi implements Api {
  readonly #inner: Api;
  readonly #acts: FailureActs;

  constructor(inner: Api, acts: FailureActs) {
    this.#inner = inner;
    this.#acts = acts;
  }

  async call<R extends Route>(route: R, input?: CallInput<R>): Promise<ReplyOf<R>> {
    try {
      return await this.#inner.call(route, input);
    } catch (thrown) {
      if (thrown instanceof ApiFailure) this.#receive(thrown);
      throw thrown;
    }
  }

  #receive(failure: ApiFailure): void {
    const words = ENDS_SESSION.get(failure.code);
    if (words !== undefined) this.#acts.sessionEnded(failure.message || words);
    if (failure.code === FAILURES.VIP_REQUIRED.code) this.#acts.vipRequired(failure.message);
  }
}
