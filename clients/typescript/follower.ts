import type { Change, OpenClient } from './client.ts';
import { OpenFailure } from './failure.ts';

/**
 * Where a copy is kept. Each page is stored together with the token behind it, best in one transaction: after a crash the
 * copy goes on from the last page that was stored, and no change is missed.
 */
export interface CopyStore {
  /** The token behind the last page; undefined where there is no copy. */
  readonly token: () => Promise<string | undefined>;
  /** A new copy begins: what the old one has may be shown until `whole` is called. */
  readonly begin: () => Promise<void>;
  /** Stores the changes of a page, and the token. */
  readonly store: (changes: readonly Change[], token: string) => Promise<void>;
  /** All that there is has been stored: a copy that began anew takes the place of the old one. */
  readonly whole: () => Promise<void>;
}

export interface Followed {
  readonly objectApiName: string;
  /** A condition as JSON text. */
  readonly filter?: string;
  /** Fields, with commas between. */
  readonly fields?: string;
  readonly derived?: '0' | '1';
}

const EXPIRED = 410;

/**
 * Takes all changes that there are for now. A copy whose token is no longer good begins again by itself. Call it as often as
 * the copy should be current.
 */
export async function followOnce(client: OpenClient, followed: Followed, copy: CopyStore): Promise<void> {
  const { objectApiName, ...wanted } = followed;
  const params = { objectApiName };
  let token = await copy.token();
  for (;;) {
    if (token === undefined) await copy.begin();
    const query = token === undefined ? ({ since: 'full', ...wanted } as const) : { token };
    const page = await client.call('followRecords', { params, query }).catch((error: unknown) => {
      if (error instanceof OpenFailure && error.status === EXPIRED) return undefined;
      throw error;
    });
    if (page) {
      const next = page.nextToken ?? page.deltaToken ?? '';
      await copy.store(page.value, next);
      if (page.deltaToken !== undefined) return copy.whole();
      token = next;
    } else token = undefined;
  }
}
