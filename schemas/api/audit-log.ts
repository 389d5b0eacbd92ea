import { Type, type Static } from 'typebox';
import { RecordId, route } from './route.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);
const Day = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

/** Something that staff or the platform did, as it was written when it was done. */
export const LogEntry = Type.Object({
  /** Its number, from 1 without a gap. */
  id: Type.String(),
  at: Type.String(),
  /** Null when the platform itself did it. */
  actorId: nullable(Type.String()),
  /** As it was at the time. */
  actorName: Type.String(),
  /** A verb, e.g. `user.frozen`. */
  action: Type.String(),
  targetKind: Type.String(),
  targetId: Type.String(),
  /** Name of the account it was done to, as it is now; null for other targets. */
  targetName: nullable(Type.String()),
  reason: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  previousHash: Type.String(),
  hash: Type.String(),
});
export type LogEntry = Static<typeof LogEntry>;

/** What a log can be narrowed to. `actor` is a uid or a whole name; days are of Asia/Shanghai, both included. */
export const LogFilter = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 60 })),
  actor: Type.Optional(Type.String({ maxLength: 100 })),
  targetKind: Type.Optional(Type.String({ maxLength: 60 })),
  targetId: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});
export type LogFilter = Static<typeof LogFilter>;

export const readLog = route({
  method: 'GET',
  path: '/api/staff/log',
  summary: 'What staff and the platform did, newest first',
  action: 'staff.log',
  query: Type.Object({ ...LogFilter.properties, after: Type.Optional(RecordId) }),
  reply: Type.Object({ list: Type.Array(LogEntry), after: nullable(Type.String()) }),
});

export const readLogActions = route({
  method: 'GET',
  path: '/api/staff/log/actions',
  summary: 'Every action that the log has an entry of',
  action: 'staff.log',
  reply: Type.Array(Type.String()),
});

/** What is wrong with an entry of the chain. */
export const LOG_FAULTS = ['gap', 'link', 'content'] as const;
export type LogFault = (typeof LOG_FAULTS)[number];

/** A stretch of the chain that was checked, oldest first. */
const LogVerification = Type.Object({
  /** Entries checked. */
  checked: Type.Integer(),
  /** Number of the last entry checked; null when there was none. */
  last: nullable(Type.String()),
  /** Entry with the greatest number in the whole log; 0 when it is empty. */
  head: Type.String(),
  /** The first entry that does not hold. */
  broken: Type.Union([
    Type.Object({
      id: Type.String(),
      /** gap: entries before it are missing; link: it does not follow from the one before; content: it was changed. */
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
