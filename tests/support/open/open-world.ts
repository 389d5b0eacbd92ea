import type { FastifyInstance, InjectOptions } from 'fastify';
import { createKey, type MadeKey, type NewKey } from '#schemas/api/api-keys.ts';
import { made } from '#tests/support/editing.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { TEST_PASSWORD } from '#tests/support/app/test-app.ts';

/** What a program gets back. */
export interface OpenAnswer<T> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly requestId?: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Makes a key as its owner does on the screen. */
export const keyOf = async (who: SignedIn, wanted: Partial<NewKey> = {}): Promise<MadeKey> =>
  made(
    await who.send<MadeKey>('POST', createKey.path, {
      name: '同步程序',
      scopes: ['read:*', 'delta'],
      days: 30,
      password: TEST_PASSWORD,
      ...wanted,
    }),
  );

/** Asks as a program does, with a key and nothing else. */
export async function asProgram<T>(
  app: FastifyInstance,
  secret: string | undefined,
  url: string,
  more: InjectOptions = {},
): Promise<OpenAnswer<T>> {
  const headers = { ...(secret !== undefined && { authorization: `Bearer ${secret}` }), ...more.headers };
  const reply = await app.inject({ method: more.payload === undefined ? 'GET' : 'POST', url, ...more, headers });
  const body = reply.body === '' ? {} : reply.json<object>();
  return { status: reply.statusCode, headers: reply.headers, ...body } as OpenAnswer<T>;
}
