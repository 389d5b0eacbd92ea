import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { ChartReply } from './details.ts';
import { ListView } from './list-view.ts';
import { RecordRow } from './records.ts';
import { RecordId, route } from './route.ts';

/** A way to a page of ours. */
const Way = Type.Object({ label: Type.String(), path: Type.String() });

const Count = { total: Type.Integer({ minimum: 0 }), totalIsExact: Type.Boolean() };

/** Records of a list, with the fields that the block shows; `path` opens the list that `total` counts. */
const Records = Type.Object({
  kind: Type.Literal('records'),
  layout: ListView,
  list: Type.Array(RecordRow),
  /** When records came in, ISO 8601, of those that came in long after their event. */
  late: Type.Optional(Type.Record(Type.String(), Type.String())),
  ...Count,
  path: Type.String(),
});

/** How many records there are; `path` opens them. */
const Counted = Type.Object({ kind: Type.Literal('count'), ...Count, path: Type.String() });

/** Groups of records. `paths` opens the list of each by its key, `path` that of all of them. */
const Charted = Type.Object({
  kind: Type.Literal('chart'),
  look: Type.Union([Type.Literal('bar'), Type.Literal('line'), Type.Literal('pie')]),
  chart: ChartReply,
  paths: Type.Record(Type.String(), Type.String()),
  path: Type.String(),
});

/** What an account does first, in order; one of them is `next`. */
const Steps = Type.Object({
  kind: Type.Literal('steps'),
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      words: Type.String(),
      action: Type.String(),
      path: Type.String(),
      state: Type.Union([Type.Literal('done'), Type.Literal('next'), Type.Literal('later')]),
    }),
  ),
});

/** The queues of staff, which the menu counts as well. */
const Waiting = Type.Object({ kind: Type.Literal('waiting') });

/** Records or users with what is new of each. */
const Entry = Type.Object({
  title: Type.String(),
  words: Type.String(),
  /** ISO 8601; null where it is no event. */
  at: Type.Union([Type.String(), Type.Null()]),
  /** A page of ours; null where the entry is a conversation. */
  path: Type.Union([Type.String(), Type.Null()]),
  /** The user whose conversation it is. */
  uid: Type.Optional(RecordId),
});
export type HomeEntry = Static<typeof Entry>;
const Entries = Type.Object({
  kind: Type.Literal('entries'),
  entries: Type.Array(Entry),
  /** The list of all of them, with how many it has where it is the same list. */
  all: Type.Optional(Type.Object({ ...Way.properties, total: Type.Optional(Type.Integer()) })),
});

const HomeContent = Type.Union([Records, Counted, Charted, Steps, Waiting, Entries]);
export type HomeContent = Static<typeof HomeContent>;
export type HomeContentOf<K extends HomeContent['kind']> = Extract<HomeContent, { kind: K }>;

/** A part of the first page. Without content it is empty, slow or refused. */
export const ShownBlock = Type.Object({
  id: RecordId,
  title: Type.String(),
  width: Type.Union([Type.Literal('third'), Type.Literal('half'), Type.Literal('full')]),
  help: Type.Optional(Type.String()),
  content: Type.Optional(HomeContent),
  /** There is nothing to show, and what to do about it. */
  empty: Type.Optional(Type.Object({ words: Type.String(), way: Type.Optional(Way) })),
  /** It takes longer than the page waits: it is asked for by itself. */
  slow: Type.Optional(Type.Literal(true)),
  /** Why it cannot be shown. */
  refused: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
});
export type ShownBlock = Static<typeof ShownBlock>;

export const Home = Type.Object({
  /** In the order of their definitions. */
  blocks: Type.Array(ShownBlock),
  /** When the user looked before this visit, ISO 8601; null the first time and for visitors. */
  lastLook: Type.Union([Type.String(), Type.Null()]),
  asOf: Type.String(),
});
export type Home = Static<typeof Home>;

export const readHome = route({
  method: 'GET',
  path: '/api/home',
  summary: 'The first page of a user: every block that is for them, each with what the lists show them',
  action: 'home.read',
  query: Type.Object(
    {
      /** Ids of blocks that were slow, joined by commas: these alone, with more patience. */
      only: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}(,[1-9][0-9]{0,17}){0,39}$' })),
    },
    { additionalProperties: false },
  ),
  reply: Home,
});

/** A block whose definition cannot be shown. */
const HomeFault = Type.Object({
  id: RecordId,
  title: Type.String(),
  message: Type.String(),
  objectApiName: ObjectApiName,
});
export type HomeFault = Static<typeof HomeFault>;

export const readHomeFaults = route({
  method: 'GET',
  path: '/api/staff/home/faults',
  summary: 'Blocks of the first page whose definitions fit no object or no field, and why',
  action: 'home.check',
  reply: Type.Object({ list: Type.Array(HomeFault) }),
});
