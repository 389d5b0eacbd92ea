import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';

/** Entries of a queue are counted up to this; of longer ones it is enough to know that they are. */
export const MOST_WAITING = 99;
/** Entries of a queue that its answer names. */
export const SHOWN_WAITING = 3;

/** Records of one object that wait for staff. */
export const WaitingQueue = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  /** Address of the object's list. */
  route: Type.String(),
  /** The same list with what waits alone. */
  link: Type.String(),
  /** How many there are, up to MOST_WAITING; one more than that says that there are more. */
  count: Type.Integer({ minimum: 0, maximum: MOST_WAITING + 1 }),
  /** Those that have waited longest, the longest first; `since` is ISO 8601, or null where it is not known. */
  first: Type.Array(
    Type.Object({
      id: RecordId,
      name: Type.String(),
      since: Type.Union([Type.String(), Type.Null()]),
      /** Address of ours where it is decided on. */
      link: Type.String(),
    }),
    { maxItems: SHOWN_WAITING },
  ),
});
export type WaitingQueue = Static<typeof WaitingQueue>;

export const readWaiting = route({
  method: 'GET',
  path: '/api/staff/waiting',
  summary: 'What waits for staff: each queue with its number and the entries that have waited longest',
  action: 'staff.waiting',
  reply: Type.Object({ list: Type.Array(WaitingQueue) }),
});
