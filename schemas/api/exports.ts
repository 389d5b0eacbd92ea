import { Type, type Static } from 'typebox';
import { ConditionInput } from '#schemas/metadata/condition.ts';
import { FieldApiName, ObjectApiName } from '#schemas/metadata/names.ts';
import { ListSort } from './list-sort.ts';
import { MAX_CHOSEN } from './records.ts';
import { RecordId, route } from './route.ts';

const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export const ExportFormat = Type.Unsafe<ExportFormat>(Type.Union(EXPORT_FORMATS.map((format) => Type.Literal(format))));
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `ready` waits for its file to be asked for; `running` is being sent. */
const EXPORT_STATUSES = ['ready', 'running', 'done', 'failed', 'cancelled'] as const;
const ExportStatus = Type.Unsafe<ExportStatus>(Type.Union(EXPORT_STATUSES.map((status) => Type.Literal(status))));
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Exports that an account finds again, the newest first. */
export const MAX_EXPORTS_KEPT = 20;
/** Exports that an account may have running. */
export const MAX_EXPORTS_RUNNING = 2;

/** Which records and columns; the rights of the user who asks for the file decide what of them is in it. */
export const ExportQuery = Type.Object(
  {
    objectApiName: ObjectApiName,
    filter: Type.Optional(ConditionInput),
    sort: Type.Optional(Type.Array(ListSort, { maxItems: 5 })),
    keyword: Type.Optional(Type.String({ maxLength: 100 })),
    /** Columns in order; those of the layout when absent. The name is always first. */
    fields: Type.Optional(Type.Array(FieldApiName, { minItems: 1, maxItems: 600 })),
    /** Only these records. */
    ids: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    /** All but these records. */
    except: Type.Optional(Type.Array(RecordId, { maxItems: MAX_CHOSEN })),
    format: ExportFormat,
  },
  { additionalProperties: false },
);
export type ExportQuery = Static<typeof ExportQuery>;

/** How far an export has come. */
export const ExportState = Type.Object({
  id: RecordId,
  objectApiName: Type.String(),
  /** The word by which the records are counted; 条 where they have none. */
  measureWord: Type.Optional(Type.String()),
  format: ExportFormat,
  status: ExportStatus,
  /** Rows in the file so far. */
  rows: Type.Integer(),
  /** Rows there will be; null until they are known. */
  total: Type.Union([Type.Integer(), Type.Null()]),
  totalIsExact: Type.Boolean(),
  fileName: Type.String(),
  /** Why it failed or ended early, in words; else empty. */
  message: Type.String(),
  createdAt: Type.String(),
  startedAt: Type.Union([Type.String(), Type.Null()]),
  endedAt: Type.Union([Type.String(), Type.Null()]),
});
export type ExportState = Static<typeof ExportState>;

const ExportParams = Type.Object({ id: RecordId });

export const startExport = route({
  method: 'POST',
  path: '/api/metadata/export',
  summary: 'Prepare an export of all matching records; its file is then fetched',
  action: 'record.export',
  body: ExportQuery,
  reply: ExportState,
});

export const listExports = route({
  method: 'GET',
  path: '/api/metadata/export',
  summary: 'The latest exports of the account, newest first',
  action: 'record.export',
  reply: Type.Array(ExportState),
});

/** How many exports an account may begin on a day of Asia/Shanghai, and how many it has begun today. */
export const ExportQuota = Type.Object({
  /** Null: as many as wanted. */
  limit: Type.Union([Type.Integer(), Type.Null()]),
  used: Type.Integer(),
});
export type ExportQuota = Static<typeof ExportQuota>;

export const readExportQuota = route({
  method: 'GET',
  path: '/api/metadata/export/quota',
  summary: 'How many exports are left for today',
  action: 'record.export',
  reply: ExportQuota,
});

export const readExport = route({
  method: 'GET',
  path: '/api/metadata/export/{id}',
  summary: 'How far an export has come',
  action: 'record.export',
  params: ExportParams,
  reply: ExportState,
});

export const exportFile = route({
  method: 'GET',
  path: '/api/metadata/export/{id}/file',
  summary: 'The file of an export as a download, made while it is sent',
  action: 'record.export',
  params: ExportParams,
  reply: Type.Null(),
});

export const cancelExport = route({
  method: 'POST',
  path: '/api/metadata/export/{id}/cancel',
  summary: 'End an export',
  action: 'record.export',
  params: ExportParams,
  reply: ExportState,
});
