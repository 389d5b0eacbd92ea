import { Type, type Static } from 'typebox';
import { says, titled } from './annotations.ts';
import { ImportMapping } from './import-mapping.ts';
import { ObjectApiName, OptionSetName } from './names.ts';
import { ObjectDefinition } from './object.ts';
import { OptionSet } from './option-set.ts';

/* A package: definitions and records of one installation, to be brought into another. Nothing in it is executed. */

export const PACKAGE_FORMAT = 'jingtu-package';
/** The version of the format that this release writes and reads. */
export const PACKAGE_VERSION = 1;
/** Bytes of a package as JSON. */
export const MAX_PACKAGE_BYTES = 8 * 1024 * 1024;

const MAX_ANCESTORS = 500;

/** Fingerprint of a definition without its version, as hexadecimal digits. */
const Fingerprint = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Fingerprints of what the definition was before, the newest first: what both installations have had is where they part. */
const Ancestors = Type.Array(Fingerprint, { maxItems: MAX_ANCESTORS, ...says('更早版本的指纹') });

const PackageName = Type.String({
  pattern: '^[a-z][a-z0-9-]{1,39}$',
  ...says('包标识', { description: '小写字母开头，只含小写字母、数字和连字符，2 到 40 个字符' }),
});

/** A record by its own name: ids mean nothing elsewhere. Values as the API takes them, without files and links. */
const PackageRecord = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '对象'),
    key: Type.String({ minLength: 1, maxLength: 200, ...says('记录标识') }),
    label: Type.String({ maxLength: 200, ...says('名称') }),
    values: Type.Object({}, { additionalProperties: true, ...says('内容') }),
  },
  { additionalProperties: false },
);
export type PackageRecord = Static<typeof PackageRecord>;

/** A view for everyone; `state` is the state of its list as addresses have it. */
const PackageView = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '对象'),
    name: Type.String({ minLength: 1, maxLength: 40, ...says('视图名称') }),
    state: Type.String({ maxLength: 8000, ...says('视图内容') }),
  },
  { additionalProperties: false },
);
export type PackageView = Static<typeof PackageView>;

/** How files of one kind are read into an object. */
const PackageMapping = Type.Object(
  {
    objectApiName: titled(ObjectApiName, '对象'),
    name: Type.String({ minLength: 1, maxLength: 200, ...says('映射名称') }),
    mapping: ImportMapping,
  },
  { additionalProperties: false },
);
export type PackageMapping = Static<typeof PackageMapping>;

const closed = { additionalProperties: false };

export const PackageContents = Type.Object(
  {
    optionSets: Type.Array(Type.Object({ definition: OptionSet, ancestors: Ancestors }, closed), {
      maxItems: 300,
      ...says('选项集'),
    }),
    objects: Type.Array(Type.Object({ definition: ObjectDefinition, ancestors: Ancestors }, closed), {
      maxItems: 300,
      ...says('对象'),
    }),
    records: Type.Array(PackageRecord, { maxItems: 2000, ...says('记录') }),
    views: Type.Array(PackageView, { maxItems: 1000, ...says('视图') }),
    mappings: Type.Array(PackageMapping, { maxItems: 300, ...says('导入映射') }),
  },
  closed,
);
export type PackageContents = Static<typeof PackageContents>;

export const Package = Type.Object(
  {
    format: Type.Literal(PACKAGE_FORMAT),
    version: Type.Literal(PACKAGE_VERSION),
    name: PackageName,
    title: Type.String({ minLength: 1, maxLength: 60, ...says('包名称') }),
    /** When it was made, an instant. */
    madeAt: Type.String({ minLength: 20, maxLength: 30, ...says('导出时间') }),
    /** SHA-256 of the contents with their keys in order, as hexadecimal digits. */
    checksum: Fingerprint,
    contents: PackageContents,
  },
  closed,
);
export type Package = Static<typeof Package>;

/** What an export takes along. */
export const PackageChoice = Type.Object(
  {
    name: PackageName,
    title: Type.String({ minLength: 1, maxLength: 60 }),
    objects: Type.Array(ObjectApiName, { maxItems: 300, uniqueItems: true }),
    /** Option sets beside those that the fields of the objects use. */
    optionSets: Type.Optional(Type.Array(OptionSetName, { maxItems: 300, uniqueItems: true })),
    /** Views for everyone, and the newest mappings of imports, of the objects. */
    views: Type.Optional(Type.Boolean()),
    mappings: Type.Optional(Type.Boolean()),
    /** Articles and terms of the help center, and what the home page is made of. */
    articles: Type.Optional(Type.Boolean()),
    homeBlocks: Type.Optional(Type.Boolean()),
    /** Automations, which come switched off. */
    automations: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type PackageChoice = Static<typeof PackageChoice>;
