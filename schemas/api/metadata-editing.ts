import { Type, type Static } from 'typebox';
import { Audience } from '#schemas/metadata/audience.ts';
import { FieldApiName, ObjectApiName, OptionSetName } from '#schemas/metadata/names.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { StorageStep } from './storage-step.ts';
import { route, Version } from './route.ts';

/** What only product staff ask of metadata: the forms of the language, versions, usage, what ships. */

/**
 * One property of the language on its form. `field` is its field in the form's definition; none for parts that have forms
 * of their own (`of` is their kind): a list of them, or one (`isList` false).
 */
export const LanguagePart = Type.Object({
  /** Way to the property in a fragment of the definition, e.g. ['config', 'help']. */
  path: Type.Array(Type.String()),
  label: Type.String(),
  field: Type.Optional(Type.String()),
  /**
   * What the screen fills in: fieldName, fieldNames (fields of this object), otherFieldName(s) (of the object
   * that the fragment names), wayFieldName(s) (of the object in between), referredFieldName (of
   * the object that the reference beside it leads to), blockNames (sections, lists and charts of the page), objectName, optionSetName, optionValue (another option of the same set) are choices that come
   * without options; cel is an expression, value a value of the field being edited, json anything, condition a condition on records, all as text.
   */
  control: Type.Optional(Type.String()),
  /** The property is there even when it is empty: an empty list. */
  keepsEmpty: Type.Optional(Type.Boolean()),
  /** Asked for when a part of this kind is made; the others may wait until it is refined. */
  isFirst: Type.Optional(Type.Boolean()),
  of: Type.Optional(Type.String()),
  /** Types of the field that the part is for; for all where it is absent. */
  types: Type.Optional(Type.Array(Type.String())),
  isList: Type.Optional(Type.Boolean()),
});
export type LanguagePart = Static<typeof LanguagePart>;

/** A form for fragments of one kind: field, option, rule, object, section, related … */
export const LanguageForm = Type.Object({ definition: ObjectDefinition, parts: Type.Array(LanguagePart) });
export type LanguageForm = Static<typeof LanguageForm>;

export const readLanguage = route({
  method: 'GET',
  path: '/api/metadata/language',
  summary: 'The metadata language as forms in the language itself, by kind',
  action: 'metadata.edit',
  reply: Type.Object({ forms: Type.Record(Type.String(), LanguageForm) }),
});

/** Who saved a version, and when (an instant). `author` is an account id, or one of the product's own hands. */
const Authorship = {
  version: Type.Integer(),
  author: Type.String(),
  /** Name to show, e.g. 王敏, 系统. */
  authorName: Type.String(),
  at: Type.String(),
};

const Saved = Type.Object(Authorship);
export type Saved = Static<typeof Saved>;

/** Data of a CONFLICT reply to a save: who saved meanwhile, and what the saves since the base version changed, in words. */
export const SaveConflict = Type.Object({ ...Authorship, changes: Type.Array(Type.String()) });
export type SaveConflict = Static<typeof SaveConflict>;

/** A version as lists show it: what it changed in words, and how many storage steps it ran. */
export const VersionSummary = Type.Object({
  ...Authorship,
  label: Type.String(),
  changes: Type.Array(Type.String()),
  steps: Type.Integer(),
});
export type VersionSummary = Static<typeof VersionSummary>;

/** Newest first; `before` of the reply asks for what is older, null when there is nothing. */
const VersionPage = Type.Object({
  list: Type.Array(VersionSummary),
  before: Type.Union([Type.Integer(), Type.Null()]),
});
const PageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 50 }));
const VersionQuery = Type.Object({ before: Type.Optional(Version), pageSize: PageSize });

export const listObjectVersions = route({
  method: 'GET',
  path: '/api/metadata/object/{objectApiName}/versions',
  summary: 'Versions of an object, newest first',
  action: 'metadata.edit',
  params: Type.Object({ objectApiName: ObjectApiName }),
  query: VersionQuery,
  reply: VersionPage,
});

export const readObjectVersion = route({
  method: 'GET',
  path: '/api/metadata/object/{objectApiName}/versions/{version}',
  summary: 'One version of an object, with the storage steps that it ran',
  action: 'metadata.edit',
  params: Type.Object({ objectApiName: ObjectApiName, version: Version }),
  reply: Type.Object({
    ...VersionSummary.properties,
    definition: ObjectDefinition,
    storageSteps: Type.Array(StorageStep),
  }),
});

/** An object as the list of staff shows it. */
export const SavedObject = Type.Object({
  ...Authorship,
  apiName: Type.String(),
  label: Type.String(),
  route: Type.Optional(Type.String()),
  /** Addresses of its lists that have a condition of their own. */
  fixedRoutes: Type.Optional(Type.Array(Type.String())),
  heading: Type.Optional(Type.String()),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
  /** Of those that a feature keeps. */
  kind: Type.Optional(Type.Literal('system')),
  list: Audience,
  detail: Audience,
  /** Fields that are live, and those removed. */
  fields: Type.Integer(),
  removedFields: Type.Integer(),
  rules: Type.Integer(),
  /** About how many records there are, as the database's statistics know; null where they do not. */
  records: Type.Union([Type.Integer(), Type.Null()]),
  /** The product ships a newer definition that was not taken over, because staff edited this one. */
  hasUpdate: Type.Boolean(),
});
export type SavedObject = Static<typeof SavedObject>;

export const listSavedObjects = route({
  method: 'GET',
  path: '/api/metadata/objects/saved',
  summary: 'Every object with who saved it last',
  action: 'metadata.edit',
  reply: Type.Array(SavedObject),
});

/** What ships and what is saved differ: in words, from what is saved to what ships. */
const ShippedDifference = Type.Object({
  kind: Type.Union([Type.Literal('object'), Type.Literal('optionSet')]),
  name: Type.String(),
  label: Type.String(),
  changes: Type.Array(Type.String()),
});
export type ShippedDifference = Static<typeof ShippedDifference>;

export const listShipped = route({
  method: 'GET',
  path: '/api/metadata/shipped',
  summary: 'Where staff have gone another way than what ships with the product',
  action: 'metadata.edit',
  reply: Type.Array(ShippedDifference),
});

export const mergeShipped = route({
  method: 'GET',
  path: '/api/metadata/shipped/{objectApiName}',
  summary: 'The saved definition with the fields and rules that only the shipped one has; to be looked at and saved',
  action: 'metadata.edit',
  params: Type.Object({ objectApiName: ObjectApiName }),
  reply: Type.Object({ definition: ObjectDefinition, changes: Type.Array(Type.String()) }),
});

export const checkRule = route({
  method: 'POST',
  path: '/api/metadata/rules/check',
  summary: 'What is wrong with one rule of a definition, with positions in its text',
  action: 'metadata.edit',
  body: Type.Object(
    {
      definition: Type.Unknown({ description: 'ObjectDefinition; its other rules do not matter' }),
      rule: Type.Unknown({ description: 'Rule' }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    problems: Type.Array(
      Type.Object({ field: Type.String(), message: Type.String(), rule: Type.Optional(Type.String()) }),
    ),
  }),
});

const SetParams = Type.Object({ name: OptionSetName });

/** An option set as the list of staff shows it, with the fields that use it. */
export const SavedOptionSet = Type.Object({
  ...Authorship,
  name: Type.String(),
  label: Type.String(),
  kind: Type.Union([Type.Literal('list'), Type.Literal('tree')]),
  /** Options that may be chosen, and those retired. */
  options: Type.Integer(),
  retired: Type.Integer(),
  usedBy: Type.Array(
    Type.Object({
      objectApiName: Type.String(),
      objectLabel: Type.String(),
      field: Type.String(),
      fieldLabel: Type.String(),
    }),
  ),
});
export type SavedOptionSet = Static<typeof SavedOptionSet>;

export const listOptionSets = route({
  method: 'GET',
  path: '/api/metadata/selectOption',
  summary: 'Every option set, with the fields that use it',
  action: 'metadata.edit',
  reply: Type.Array(SavedOptionSet),
});

export const readSavedOptionSet = route({
  method: 'GET',
  path: '/api/metadata/selectOption/{name}/saved',
  summary: 'An option set as it is in the database now, with who saved it last',
  action: 'metadata.edit',
  params: SetParams,
  reply: Type.Object({ ...Authorship, definition: OptionSet }),
});

export const listOptionSetVersions = route({
  method: 'GET',
  path: '/api/metadata/selectOption/{name}/versions',
  summary: 'Versions of an option set, newest first',
  action: 'metadata.edit',
  params: SetParams,
  query: VersionQuery,
  reply: VersionPage,
});

export const readOptionSetVersion = route({
  method: 'GET',
  path: '/api/metadata/selectOption/{name}/versions/{version}',
  summary: 'One version of an option set',
  action: 'metadata.edit',
  params: Type.Object({ name: OptionSetName, version: Version }),
  reply: Type.Object({ ...VersionSummary.properties, definition: OptionSet }),
});

export const countOptionUsage = route({
  method: 'POST',
  path: '/api/metadata/selectOption/usage',
  summary: 'How many records hold the values of an option set, field by field; values that none holds are left out',
  action: 'metadata.edit',
  body: Type.Object(
    {
      name: OptionSetName,
      values: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 20000 }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Array(
    Type.Object({
      value: Type.String(),
      objectApiName: Type.String(),
      objectLabel: Type.String(),
      field: FieldApiName,
      fieldLabel: Type.String(),
      count: Type.Integer(),
    }),
  ),
});

/** One saved change of an object or an option set. */
export const AuditEntry = Type.Object({
  ...VersionSummary.properties,
  kind: Type.Union([Type.Literal('object'), Type.Literal('optionSet')]),
  name: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const listMetadataAudit = route({
  method: 'GET',
  path: '/api/metadata/audit',
  summary: 'Every saved change of objects and option sets, newest first',
  action: 'metadata.edit',
  query: Type.Object({
    /** The `before` of the last reply, for what is older. */
    before: Type.Optional(Type.String({ maxLength: 200 })),
    author: Type.Optional(Type.String({ maxLength: 40 })),
    kind: Type.Optional(Type.Union([Type.Literal('object'), Type.Literal('optionSet')])),
    name: Type.Optional(Type.String({ maxLength: 40 })),
    pageSize: PageSize,
  }),
  reply: Type.Object({
    list: Type.Array(AuditEntry),
    before: Type.Union([Type.String(), Type.Null()]),
    /** Everybody who ever saved, for the filter. */
    authors: Type.Array(Type.Object({ author: Type.String(), authorName: Type.String() })),
  }),
});
