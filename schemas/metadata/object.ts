import { Type, type Static } from 'typebox';
import { FieldApiName, ObjectApiName } from './names.ts';
import { FieldDefinition } from './field.ts';
import { Rule } from './rule.ts';

const Label = Type.String({ minLength: 1, maxLength: 200 });

/** Order of a list: first entry first. Ties are broken by id. */
export const Sort = Type.Object(
  { field: FieldApiName, order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) },
  { additionalProperties: false },
);
export type Sort = Static<typeof Sort>;

/** What a list shows first; the person may change it on screen. */
const ListLayout = Type.Object(
  {
    columns: Type.Array(FieldApiName, { minItems: 1, maxItems: 100, uniqueItems: true }),
    filters: Type.Array(FieldApiName, { maxItems: 50, uniqueItems: true }),
    sort: Type.Array(Sort, { maxItems: 5 }),
  },
  { additionalProperties: false },
);
type ListLayout = Static<typeof ListLayout>;

/** A titled group of fields; `columns` is how many stand side by side where there is room. */
export const Section = Type.Object(
  {
    label: Label,
    help: Type.Optional(Type.String({ maxLength: 500 })),
    fields: Type.Array(FieldApiName, { minItems: 1, maxItems: 300, uniqueItems: true }),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  },
  { additionalProperties: false },
);
export type Section = Static<typeof Section>;

/** Records of another object that point here through any of `fields` (references or multi-references of that object). */
export const RelatedList = Type.Object(
  {
    label: Label,
    objectApiName: ObjectApiName,
    fields: Type.Array(FieldApiName, { minItems: 1, maxItems: 10, uniqueItems: true }),
    columns: Type.Optional(Type.Array(FieldApiName, { minItems: 1, maxItems: 20, uniqueItems: true })),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 5 })),
  },
  { additionalProperties: false },
);
export type RelatedList = Static<typeof RelatedList>;

/** A detail page: header, sections, related lists. */
const DetailLayout = Type.Object(
  {
    logo: Type.Optional(FieldApiName),
    subtitle: Type.Optional(FieldApiName),
    tags: Type.Optional(Type.Array(FieldApiName, { maxItems: 10, uniqueItems: true })),
    highlights: Type.Optional(Type.Array(FieldApiName, { maxItems: 8, uniqueItems: true })),
    sections: Type.Array(Section, { maxItems: 50 }),
    related: Type.Array(RelatedList, { maxItems: 20 }),
  },
  { additionalProperties: false },
);
type DetailLayout = Static<typeof DetailLayout>;

const FormLayout = Type.Object({ sections: Type.Array(Section, { maxItems: 50 }) }, { additionalProperties: false });
type FormLayout = Static<typeof FormLayout>;

const Layouts = Type.Object(
  { list: ListLayout, detail: DetailLayout, form: FormLayout },
  { additionalProperties: false },
);
type Layouts = Static<typeof Layouts>;

/** Who may open the list, open a detail page, and write; decided by src/shared/policy. */
export const AUDIENCES = ['everyone', 'member', 'investorOrSvip', 'svip', 'owner', 'staff'] as const;
export const Audience = Type.Unsafe<Audience>(Type.Union(AUDIENCES.map((audience) => Type.Literal(audience))));
export type Audience = (typeof AUDIENCES)[number];

const ObjectAccess = Type.Object(
  { list: Audience, detail: Audience, create: Audience, edit: Audience },
  { additionalProperties: false },
);
type ObjectAccess = Static<typeof ObjectAccess>;

/** An object at one version. A change makes the next version; no version is ever edited. */
export const ObjectDefinition = Type.Object(
  {
    apiName: ObjectApiName,
    label: Label,
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    /** Hash route of its list, e.g. /data/InsightCompany; absent when it has no list screen. */
    route: Type.Optional(Type.String({ pattern: '^/[A-Za-z0-9/]{1,100}$' })),
    /** Place among the lists in the navigation; smaller comes first. */
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999 })),
    /** Its newest records stand on the home page. */
    onHome: Type.Optional(Type.Boolean()),
    version: Type.Integer({ minimum: 1 }),
    /** The text field that names a record wherever it is linked. */
    nameField: FieldApiName,
    fields: Type.Array(FieldDefinition, { minItems: 1, maxItems: 600 }),
    layouts: Layouts,
    rules: Type.Array(Rule, { maxItems: 300 }),
    access: ObjectAccess,
  },
  { additionalProperties: false },
);
export type ObjectDefinition = Static<typeof ObjectDefinition>;
