import { Type, type Static } from 'typebox';
import { FIELD_OF_OBJECT, FieldApiName, ObjectApiName, OptionSetName } from '#schemas/metadata/names.ts';
import { FieldDefinition } from '#schemas/metadata/field.ts';
import { FixedList } from '#schemas/metadata/fixed-list.ts';
import { Icon } from '#schemas/metadata/icon.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { MAX_SELECTOR_SIZE } from './records.ts';
import { AgreedLoss, FieldRecast, FieldUse, MAX_AGREED } from './metadata-losses.ts';
import { StorageStep } from './storage-step.ts';
import { BaseVersion, RECORD_IDS, RecordId, route, Version } from './route.ts';

const ObjectParams = Type.Object({ objectApiName: ObjectApiName });

/** An object with the options of its list fields filled in; trees keep theirs in their option set. */
export const readObject = route({
  method: 'GET',
  path: '/api/metadata/object/{objectApiName}',
  summary: 'The current definition of an object',
  action: 'metadata.read',
  params: ObjectParams,
  reply: ObjectDefinition,
});

export const listObjectNames = route({
  method: 'GET',
  path: '/api/metadata/object',
  summary: 'Every object there is, for developers who generate types from a running server',
  action: 'metadata.read',
  reply: Type.Array(Type.Object({ apiName: Type.String(), label: Type.String(), version: Type.Integer() })),
});

export const readSavedObject = route({
  method: 'GET',
  path: '/api/metadata/object/{objectApiName}/saved',
  summary: 'The definition as staff saved it, to be changed and saved again',
  action: 'metadata.edit',
  params: ObjectParams,
  reply: ObjectDefinition,
});

export const listObjects = route({
  method: 'GET',
  path: '/api/metadata/allObjectsUserCanView',
  summary: 'Objects this person may list, with their routes',
  action: 'metadata.read',
  reply: Type.Array(
    Type.Object({
      apiName: Type.String(),
      label: Type.String(),
      version: Type.Integer(),
      /** Its records are kept by a feature: nothing is created, edited or imported here. */
      kind: Type.Optional(Type.Literal('system')),
      route: Type.Optional(Type.String()),
      /** Address that the navigation opens, where it is not the route. */
      link: Type.Optional(Type.String()),
      heading: Type.Optional(Type.String()),
      position: Type.Optional(Type.Integer()),
      icon: Type.Optional(Icon),
      /** Its lists with a condition of their own, as far as this person may read what they are made of. */
      fixedLists: Type.Optional(Type.Array(FixedList)),
      onHome: Type.Boolean(),
      /** Addresses that lead to its list, while no list has them. */
      formerRoutes: Type.Optional(Type.Array(Type.String())),
      creatable: Type.Boolean(),
      /** Its records are data that users follow: no feature’s, no user’s own, and not of staff alone. */
      forMembers: Type.Boolean(),
    }),
  ),
});

const OptionSetParams = Type.Object({ name: OptionSetName });

/** An option set at one version. */
export const VersionedOptionSet = Type.Object({ ...OptionSet.properties, version: Type.Integer() });
export type VersionedOptionSet = Static<typeof VersionedOptionSet>;

export const readOptionSet = route({
  method: 'GET',
  path: '/api/metadata/selectOption/{name}',
  summary: 'A whole option set',
  action: 'metadata.read',
  params: OptionSetParams,
  reply: VersionedOptionSet,
});

/** An option of a tree; `hasChildren` where options that may be chosen are below it. */
const TreeOption = Type.Intersect([SelectOption, Type.Object({ hasChildren: Type.Boolean() })]);
export type TreeOption = Static<typeof TreeOption>;

export const findChildOptions = route({
  method: 'GET',
  path: '/api/metadata/selectOption/findChildOptions',
  summary: 'Options directly below a branch of a tree; the top level when parent is absent',
  action: 'metadata.read',
  query: Type.Object({ optionSet: OptionSetName, parent: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: Type.Array(TreeOption),
});

/** Options that one question may name, or find. */
export const MAX_OPTIONS_NAMED = 100;
export const MAX_OPTIONS_FOUND = 50;

export const findOptions = route({
  method: 'POST',
  path: '/api/metadata/optionTree/find',
  summary: 'Options of a tree by their values, with those above them; what is no option is left out',
  action: 'metadata.read',
  body: Type.Object({
    optionSet: OptionSetName,
    values: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: MAX_OPTIONS_NAMED }),
  }),
  reply: Type.Array(TreeOption),
});

export const searchOptions = route({
  method: 'GET',
  path: '/api/metadata/optionTree/search',
  summary: 'Options of a tree whose name, other spelling, pinyin or initials contain a text',
  action: 'metadata.read',
  query: Type.Object({ optionSet: OptionSetName, text: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: Type.Object({
    /** Values in the order of the tree. */
    found: Type.Array(Type.String(), { maxItems: MAX_OPTIONS_FOUND }),
    /** What was found, with the options above it. */
    options: Type.Array(TreeOption),
  }),
});

export const findByLabel = route({
  method: 'GET',
  path: '/api/metadata/findByLabel',
  summary: 'Fields of an object whose label contains a text',
  action: 'metadata.read',
  query: Type.Object({ objectApiName: ObjectApiName, label: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Array(FieldDefinition),
});

export const listDepartments = route({
  method: 'GET',
  path: '/api/org/dept/list-all',
  summary: 'Departments that people of an organisation work in',
  action: 'metadata.read',
  reply: Type.Array(SelectOption),
});

export const listStages = route({
  method: 'GET',
  path: '/api/stage/list',
  summary: 'Financing rounds in order',
  action: 'metadata.read',
  reply: Type.Array(SelectOption),
});

export const queryDataByName = route({
  method: 'GET',
  path: '/api/metadata/queryDataByName',
  summary: 'Records of an object by a part of their name, for reference selectors',
  action: 'record.list',
  fromReplica: true,
  personal: { kind: 'record' },
  query: Type.Object({
    objectApiName: ObjectApiName,
    name: Type.Optional(Type.String({ maxLength: 100 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SELECTOR_SIZE })),
    /** Only companies that this person speaks for: what a field with `spokenFor` takes. */
    spokenFor: Type.Optional(Type.Boolean()),
    /** The names of these records instead, at most 100 with commas between them; for ids that an address contains. */
    ids: Type.Optional(Type.String({ pattern: RECORD_IDS, description: '记录编号，用逗号分隔' })),
    /** Only what this link of a form may lead to, `Object.field`. */
    linkOf: Type.Optional(Type.String({ pattern: FIELD_OF_OBJECT, description: '表单的关联字段，如 Deal.fund' })),
    /** What the field that the link has to agree with names in the form. */
    beside: Type.Optional(Type.String({ pattern: RECORD_IDS, description: '所随字段的记录编号，用逗号分隔' })),
  }),
  reply: Type.Array(Type.Object({ id: RecordId, name: Type.String() })),
});

export const SaveObject = Type.Object(
  {
    /** Version the edit started from; another current version is a conflict. 0 for a new object. */
    baseVersion: BaseVersion,
    definition: Type.Unknown({ description: 'ObjectDefinition; its version is given by the server' }),
    losses: Type.Optional(Type.Array(AgreedLoss, { maxItems: MAX_AGREED })),
  },
  { additionalProperties: false },
);

const ObjectPlan = Type.Object({
  steps: Type.Array(StorageStep),
  /** What it would change, in words. */
  changes: Type.Array(Type.String()),
  /** What it would ask of records that was not asked before, in words; how many of them fail it is asked apart. */
  tightened: Type.Array(Type.String()),
  /** Places outside the definition that build on what it hides or gives another type. */
  uses: Type.Array(FieldUse),
  recasts: Type.Array(FieldRecast),
  /** About how many records there are, as the statistics of the database say; null where they do not. */
  records: Type.Union([Type.Integer(), Type.Null()]),
});
export type ObjectPlan = Static<typeof ObjectPlan>;

export const planObject = route({
  method: 'POST',
  path: '/api/metadata/object/plan',
  summary: 'The storage steps that saving a definition would run',
  action: 'metadata.edit',
  body: SaveObject,
  reply: ObjectPlan,
});

export const saveObject = route({
  method: 'POST',
  path: '/api/metadata/object/save',
  summary: 'Save the next version of an object, with its storage, in one transaction',
  action: 'metadata.edit',
  body: SaveObject,
  reply: Type.Object({ definition: ObjectDefinition, steps: Type.Array(StorageStep) }),
});

export const saveField = route({
  method: 'POST',
  path: '/api/metadata/field/save',
  summary: 'Add or change one field and say where it shows',
  action: 'metadata.edit',
  body: Type.Object(
    {
      objectApiName: ObjectApiName,
      baseVersion: Version,
      field: Type.Unknown({ description: 'FieldDefinition' }),
      /** Show it as a list column, as a list filter, in the detail page and in the form; all true for a new field. */
      show: Type.Optional(
        Type.Object(
          {
            column: Type.Optional(Type.Boolean()),
            filter: Type.Optional(Type.Boolean()),
            detail: Type.Optional(Type.Boolean()),
            form: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ definition: ObjectDefinition, steps: Type.Array(StorageStep) }),
});

export const removeField = route({
  method: 'POST',
  path: '/api/metadata/field/remove',
  summary: 'Hide a field everywhere and keep its data',
  action: 'metadata.edit',
  body: Type.Object(
    { objectApiName: ObjectApiName, baseVersion: Version, apiName: FieldApiName },
    { additionalProperties: false },
  ),
  reply: Type.Object({ definition: ObjectDefinition, steps: Type.Array(StorageStep) }),
});

export const saveOptionSet = route({
  method: 'POST',
  path: '/api/metadata/selectOption/save',
  summary: 'Save an option set; values in use may be retired, not dropped',
  action: 'metadata.edit',
  body: Type.Object(
    {
      /** Version the edit started from; another current version is a conflict. 0 for a new set. */
      baseVersion: BaseVersion,
      optionSet: Type.Unknown({ description: 'OptionSet' }),
    },
    { additionalProperties: false },
  ),
  reply: VersionedOptionSet,
});
