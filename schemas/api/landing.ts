import { Type, type Static } from 'typebox';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { RecordRow } from './records.ts';
import { route } from './route.ts';

/** How many records of a kind there are. */
const ObjectCount = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  description: Type.String(),
  total: Type.Integer(),
  /** False: there are at least so many, or with `totalIsEstimate` about so many. */
  totalIsExact: Type.Boolean(),
  totalIsEstimate: Type.Boolean(),
});
export type ObjectCount = Static<typeof ObjectCount>;

/** The newest records of an object, with the fields that its metadata shows to visitors and nothing else. */
const Teaser = Type.Object({
  objectApiName: Type.String(),
  label: Type.String(),
  /** In display order, the first names the record; `selectOptions` holds the options that the rows use. */
  fields: Type.Array(FieldDefinition),
  list: Type.Array(RecordRow),
});
export type Teaser = Static<typeof Teaser>;

export const Landing = Type.Object({
  counts: Type.Array(ObjectCount),
  teasers: Type.Array(Teaser),
  /** When this was read, ISO 8601; it is kept for a minute. */
  asOf: Type.String(),
});
export type Landing = Static<typeof Landing>;

export const readLanding = route({
  method: 'GET',
  path: '/api/landing',
  summary: 'What visitors see of the data: live counts, and the newest records as far as metadata opens them',
  action: 'landing.read',
  reply: Landing,
});
