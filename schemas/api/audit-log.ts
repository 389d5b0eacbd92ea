import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';

/** What is wrong with an entry of the chain. */
export const LOG_FAULTS = ['gap', 'link', 'content', 'seal', 'anchor'] as const;
export type LogFault = (typeof LOG_FAULTS)[number];

/** A stretch of the chain that was checked, oldest first. */
const LogVerification = Type.Object({
  /** Entries checked. */
  checked: Type.Integer(),
  /** Number of the last entry checked; null when there was none. */
  last: Type.Union([Type.String(), Type.Null()]),
  /** Entry with the greatest number in the whole log; 0 when it is empty. */
  head: Type.String(),
  /** The first entry that does not hold. */
  broken: Type.Union([
    Type.Object({
      id: Type.String(),
      /**
       * gap: entries before it are missing; link: it does not follow from the one before; content: it was changed;
       * seal: it was not written with our key; anchor: no anchor of our key vouches for it, or one vouches for another.
       */
      fault: Type.Unsafe<LogFault>(Type.Union(LOG_FAULTS.map((fault) => Type.Literal(fault)))),
    }),
    Type.Null(),
  ]),
});
export type LogVerification = Static<typeof LogVerification>;

/** Entries that one call checks at most. */
const MAX_VERIFIED = 5000;

export const verifyLog = route({
  method: 'GET',
  path: '/api/staff/log/verify',
  summary: 'Work out the hash chain anew over a stretch of the log',
  action: 'staff.log',
  query: Type.Object({
    /** Entry to begin behind; the first one when absent. */
    after: Type.Optional(RecordId),
    count: Type.Integer({ minimum: 1, maximum: MAX_VERIFIED }),
  }),
  reply: LogVerification,
});
