import { Type, type Static } from 'typebox';
import { ChartReply } from './details.ts';
import { route } from './route.ts';

const nullable = <T extends ReturnType<typeof Type.String>>(type: T) => Type.Union([type, Type.Null()]);

/** How a figure is to be taken; `unknown` where it could not be worked out, which is never good. */
const FIGURE_STATES = ['good', 'warn', 'bad', 'unknown'] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

/** One figure about all records. */
export const QualityTile = Type.Object({
  id: Type.String(),
  label: Type.String(),
  /** As it is read, with its unit; null while it is unknown. */
  figure: nullable(Type.String()),
  note: Type.String(),
  state: Type.Unsafe<FigureState>(Type.Union(FIGURE_STATES.map((state) => Type.Literal(state)))),
  /** Address of the records that it counts; null where they are in no list. */
  link: nullable(Type.String()),
});
export type QualityTile = Static<typeof QualityTile>;

/** How many records have a field filled in. */
const FieldQuality = Type.Object({
  apiName: Type.String(),
  label: Type.String(),
  filled: Type.Integer(),
  /** What it counts for in the completeness of its object; 0: nothing. */
  importance: Type.Integer(),
  /** The list of the records without it. */
  link: Type.String(),
  /** Values of records that were not verified for `days`; null for a field without such a term. */
  stale: Type.Union([Type.Object({ records: Type.Integer(), days: Type.Integer(), link: Type.String() }), Type.Null()]),
});

/** The records that one source brought in. */
const SourceQuality = Type.Object({
  /** Empty for records that name none. */
  source: Type.String(),
  records: Type.Integer(),
  /** Completeness in percent with one decimal. */
  share: nullable(Type.String()),
  /** Records out of date; null for objects without such a term. */
  stale: Type.Union([Type.Integer(), Type.Null()]),
  link: Type.String(),
});

/** One object as its last pass found it. */
export const ObjectQuality = Type.Object({
  apiName: Type.String(),
  label: Type.String(),
  link: Type.String(),
  records: Type.Integer(),
  /** Mean share of the fields that are filled in, each by its weight, and thirty days before: percent with one decimal. */
  share: nullable(Type.String()),
  before: nullable(Type.String()),
  /** Records that were not verified for `days`; null for objects whose records are never out of date. */
  stale: Type.Union([Type.Object({ records: Type.Integer(), days: Type.Integer(), link: Type.String() }), Type.Null()]),
  /** Those of greater weight first, of these the least filled. */
  fields: Type.Array(FieldQuality),
  /** Greatest first; at most twenty. */
  sources: Type.Array(SourceQuality),
});
export type ObjectQuality = Static<typeof ObjectQuality>;

export const QualityReply = Type.Object({
  tiles: Type.Array(QualityTile),
  objects: Type.Array(ObjectQuality),
  /** Share of the filled fields by object and day, the last thirty. */
  trend: ChartReply,
  /** When the oldest of the last passes ended; null where one has never been through. */
  checkedAt: nullable(Type.String()),
});
export type QualityReply = Static<typeof QualityReply>;

export const readQuality = route({
  method: 'GET',
  path: '/api/staff/quality',
  summary: 'How complete, fresh and right the records are',
  action: 'staff.quality',
  reply: QualityReply,
});

export const checkQuality = route({
  method: 'POST',
  path: '/api/staff/quality/check',
  summary: 'Go over all records now; it goes on behind the answer',
  action: 'staff.quality',
  reply: Type.Null(),
});
