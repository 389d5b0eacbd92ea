import { Type, type Static } from 'typebox';
import { MAX_PACKAGE_BYTES, Package, PackageChoice } from '#schemas/metadata/package.ts';
import { RecordId, route } from './route.ts';

/* Packages of metadata: made here, and brought in from elsewhere with a plan, a dry run and an undo. */

export const exportPackage = route({
  method: 'POST',
  path: '/api/metadata/package/export',
  summary: 'Objects, option sets, views, mappings, articles and home blocks as one file',
  action: 'metadata.edit',
  writes: false,
  body: PackageChoice,
  reply: Package,
});

const Kind = Type.Union([
  Type.Literal('optionSet'),
  Type.Literal('object'),
  Type.Literal('record'),
  Type.Literal('view'),
  Type.Literal('mapping'),
]);

/** Whose of two states is taken. */
const Side = Type.Union([Type.Literal('mine'), Type.Literal('theirs')]);

/** One thing of a package, and what becomes of it here. */
export const PackageItem = Type.Object({
  kind: Kind,
  /** Names it among those of its kind. */
  name: Type.String(),
  label: Type.String(),
  /** `conflict` where both changed the same to different things and no choice has been made. */
  state: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('same'), Type.Literal('conflict')]),
  /** What bringing it in changes here, in words. */
  changes: Type.Array(Type.String()),
  /** What both changed: words of what taking the package's changes here. */
  clashes: Type.Array(
    Type.Object({
      path: Type.Array(Type.String()),
      words: Type.Array(Type.String()),
      side: Type.Union([Side, Type.Null()]),
    }),
  ),
  /** Who may see or do what afterwards and not before, or the other way round. */
  rights: Type.Array(Type.String()),
});
export type PackageItem = Static<typeof PackageItem>;

export const PackagePlan = Type.Object({
  name: Type.String(),
  title: Type.String(),
  madeAt: Type.String(),
  items: Type.Array(PackageItem),
  /** Names this plan: what is brought in later is refused where the plan is another one by then. */
  mark: Type.String(),
});
export type PackagePlan = Static<typeof PackagePlan>;

const Choice = Type.Object(
  {
    kind: Kind,
    name: Type.String({ maxLength: 300 }),
    path: Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 12 }),
    side: Side,
  },
  { additionalProperties: false },
);
export type PackageChoiceMade = Static<typeof Choice>;

const Wanted = {
  package: Type.Unknown({ description: 'A file that an export gave' }),
  choices: Type.Optional(Type.Array(Choice, { maxItems: 2000 })),
  /** The side of every conflict for which no choice is given. */
  others: Type.Optional(Side),
};

export const planPackage = route({
  method: 'POST',
  path: '/api/metadata/package/plan',
  summary: 'What bringing in a package would change, in words',
  action: 'metadata.edit',
  writes: false,
  maxBody: MAX_PACKAGE_BYTES,
  body: Type.Object(Wanted, { additionalProperties: false }),
  reply: PackagePlan,
});

export const applyPackage = route({
  method: 'POST',
  path: '/api/metadata/package/apply',
  summary: 'Bring in a package in one transaction; with `dryRun` all of it is tried and nothing kept',
  action: 'metadata.edit',
  maxBody: MAX_PACKAGE_BYTES,
  body: Type.Object(
    {
      ...Wanted,
      mark: Type.String({ minLength: 64, maxLength: 64 }),
      dryRun: Type.Optional(Type.Boolean()),
      /** The changes of rights that the plan names were read. */
      acceptRights: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    /** Null of a dry run. */
    id: Type.Union([RecordId, Type.Null()]),
    /** So many things were written, or would be. */
    written: Type.Integer(),
  }),
});

/** A package that was brought in. */
export const PackageImport = Type.Object({
  id: RecordId,
  name: Type.String(),
  title: Type.String(),
  at: Type.String(),
  authorName: Type.String(),
  written: Type.Array(Type.Object({ kind: Kind, name: Type.String(), label: Type.String(), isNew: Type.Boolean() })),
  undoneAt: Type.Union([Type.String(), Type.Null()]),
  undoneByName: Type.Union([Type.String(), Type.Null()]),
});
export type PackageImport = Static<typeof PackageImport>;

export const listPackageImports = route({
  method: 'GET',
  path: '/api/metadata/package/imports',
  summary: 'Packages that were brought in, the newest first',
  action: 'metadata.edit',
  reply: Type.Array(PackageImport),
});

export const undoPackage = route({
  method: 'POST',
  path: '/api/metadata/package/undo',
  summary: 'Restore what was there before a package, unless something of it was changed since',
  action: 'metadata.edit',
  body: Type.Object({ id: RecordId }, { additionalProperties: false }),
  reply: Type.Object({
    restored: Type.Integer(),
    /** What could not be taken away, and how it is left, in words. */
    left: Type.Array(Type.String()),
  }),
});
