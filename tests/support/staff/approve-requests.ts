import { made } from '#tests/support/editing.ts';
import type { Answer, TestApp, Who } from '#tests/support/app/test-app.ts';
import { askList } from './staff-list.ts';

/** A request of staff as its queue has it. */
export interface Asked {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly decidedReason?: string;
}

const FIELDS = ['title', 'state', 'decidedReason', 'requestedBy', 'decidedBy'];

/** What waits in a queue of requests, the oldest first. */
export async function openRequests(
  test: Pick<TestApp, 'post'>,
  objectApiName: 'GrantRequest' | 'AccessRequest' = 'GrantRequest',
): Promise<readonly Asked[]> {
  const filter = { field: 'state', op: 'eq', value: 'open' };
  const asked = { filter, fields: FIELDS };
  return made(await askList<{ list: readonly Asked[] }>(test as TestApp, objectApiName, asked)).list.toReversed();
}

/** Decides on a request. */
export const decideRequest = (
  test: Pick<TestApp, 'post'>,
  who: Who,
  id: string | undefined,
  how: 'approve' | 'reject' | 'withdraw' = 'approve',
): Promise<Answer<null>> =>
  test.post(who, `/api/staff/requests/${id}/${how}`, how === 'reject' ? { reason: '依据不足' } : {});

/** Approves all that `staff` asked for, as those with one duty do. */
export async function approveAll(test: Pick<TestApp, 'post'>): Promise<void> {
  for (const { id } of await openRequests(test)) made(await decideRequest(test, 'money', id));
  for (const { id } of await openRequests(test, 'AccessRequest')) made(await decideRequest(test, 'access', id));
}
