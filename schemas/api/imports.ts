import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { Candidate } from './duplicates.ts';
import { route } from './route.ts';

/** Largest file that may be uploaded, in bytes as it travels. */
export const MAX_IMPORT_BYTES = 1024 * 1024 * 1024;

const ImportId = Type.String({ pattern: '^[0-9a-f]{32}$', description: '导入编号' });
const ImportParams = Type.Object({ id: ImportId });

/** Which part of an import is queued, runs or has ended: the dry run, the import itself, or its undoing. */
export const ImportTask = Type.Union([Type.Literal('check'), Type.Literal('run'), Type.Literal('undo')]);
export type ImportTask = Static<typeof ImportTask>;

/**
 * `draft`: nothing was asked yet. `stopped`: by a person. `interrupted`: its process ended. Both go on where they were.
 * `failed`: `problem` says why.
 */
const IMPORT_STATES = ['draft', 'queued', 'running', 'stopped', 'interrupted', 'failed', 'finished'] as const;
export const ImportState = Type.Unsafe<ImportState>(Type.Union(IMPORT_STATES.map((state) => Type.Literal(state))));
export type ImportState = (typeof IMPORT_STATES)[number];

/** How the rows of the file ended; the six ends add up to `rows`. */
export const ImportCounts = Type.Object({
  lines: Type.Integer(),
  blank: Type.Integer(),
  rows: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  duplicate: Type.Integer(),
  skipped: Type.Integer(),
  rejected: Type.Integer(),
  rejectedValues: Type.Integer(),
  /** Records made because a row links to them, by object. */
  linkedCreated: Type.Record(Type.String(), Type.Integer()),
});
export type ImportCounts = Static<typeof ImportCounts>;

/** Refusals of one field for one reason; `ranges` are first and last rows, as a spreadsheet counts them. */
export const ImportProblem = Type.Object({
  field: Type.String(),
  column: Type.String(),
  reason: Type.String(),
  rows: Type.Integer(),
  values: Type.Integer(),
  example: Type.String(),
  ranges: Type.Array(Type.Array(Type.Integer())),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** One update as it would be: fields before and after; null is empty. */
const UpdateSample = Type.Object({
  id: Type.String(),
  changes: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
});

/** A row that would make a record like one that is there already. */
const AlikeRow = Type.Object({ row: Type.Integer(), name: Type.String(), candidate: Candidate });
export type AlikeRow = Static<typeof AlikeRow>;

/** Outcome of a dry run or of an import. */
export const ImportOutcome = Type.Object({
  counts: ImportCounts,
  problems: Type.Array(ImportProblem),
  samples: Type.Array(UpdateSample),
  /** Of a dry run: how many rows are like records that are there already, those all but sure among them, and the first. */
  alike: Type.Optional(Type.Object({ rows: Type.Integer(), sure: Type.Integer(), list: Type.Array(AlikeRow) })),
  seconds: Type.Number(),
});
export type ImportOutcome = Static<typeof ImportOutcome>;

/** How far an undo is: records removed, set back, kept because a user changed or uses them, and gone already. */
const UndoCounts = Type.Object({
  removed: Type.Integer(),
  restored: Type.Integer(),
  kept: Type.Integer(),
  gone: Type.Integer(),
});

/** How far the work at hand is. `done` of `total` are bytes read, or records seen by an undo. */
export const ImportProgress = Type.Object({
  done: Type.Number(),
  total: Type.Number(),
  /** What of `done` earlier runs of the same work had done. */
  begun: Type.Number(),
  /** Lines or records of this run alone, and the seconds it took for them. */
  handled: Type.Integer(),
  seconds: Type.Number(),
});
export type ImportProgress = Static<typeof ImportProgress>;

export const ImportJob = Type.Object({
  id: ImportId,
  objectApiName: ObjectApiName,
  fileName: Type.String(),
  fileBytes: Type.Integer(),
  format: Type.Union([Type.Literal('csv'), Type.Literal('jsonl'), Type.Literal('xlsx')]),
  author: Type.String(),
  createdAt: Type.String(),
  task: Type.Union([ImportTask, Type.Null()]),
  state: ImportState,
  problem: Type.String(),
  counts: Type.Union([ImportCounts, Type.Null()]),
  undone: Type.Union([UndoCounts, Type.Null()]),
  undoneBy: Type.String(),
});
export type ImportJob = Static<typeof ImportJob>;

/** An import whole, as its own page shows it. */
export const ImportDetail = Type.Object({
  job: ImportJob,
  /** Words about the file that a person should know. */
  note: Type.String(),
  /** The mapping as saved last; null before. */
  mapping: Type.Unknown(),
  progress: Type.Union([ImportProgress, Type.Null()]),
  /** Counts so far while it runs. */
  running: Type.Union([ImportCounts, Type.Null()]),
  check: Type.Union([ImportOutcome, Type.Null()]),
  result: Type.Union([ImportOutcome, Type.Null()]),
  /** Records that the undo kept, the first hundred. */
  kept: Type.Array(
    Type.Object({ objectApiName: Type.String(), id: Type.String(), name: Type.String(), reason: Type.String() }),
  ),
  /** Imports that wait before this one or run, when it is queued. */
  ahead: Type.Integer(),
  /** The file is on the server that answers. */
  fileHere: Type.Boolean(),
});
export type ImportDetail = Static<typeof ImportDetail>;

/** How the file is read; what is absent is found out. */
export const ImportReading = Type.Object(
  {
    encoding: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
    quote: Type.Optional(Type.String({ maxLength: 1 })),
    sheet: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Integer({ minimum: 1, maximum: 2000 })]),
    ),
    header: Type.Optional(Type.Integer({ minimum: 0, maximum: 199 })),
  },
  { additionalProperties: false },
);
export type ImportReading = Static<typeof ImportReading>;

/** How to read the file, and a natural key to try on it; one is suggested when it is absent. */
export const ImportPreviewQuery = Type.Object(
  {
    ...ImportReading.properties,
    key: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 20 })),
  },
  { additionalProperties: false },
);
export type ImportPreviewQuery = Static<typeof ImportPreviewQuery>;

/** What a natural key does to the rows of a file: how many would overwrite an earlier row with other content. */
const KeyTrial = Type.Object({
  key: Type.Array(Type.String()),
  rows: Type.Integer(),
  /** False where the file is longer than what was looked at. */
  isWhole: Type.Boolean(),
  collisions: Type.Integer(),
  /** Rows with nothing in the key, which are rejected. */
  blank: Type.Integer(),
  examples: Type.Array(Type.Object({ row: Type.Integer(), key: Type.String() })),
});
type KeyTrial = Static<typeof KeyTrial>;

/** The beginning of a file as it is read, and the mapping suggested for it. */
export const ImportPreview = Type.Object({
  reading: ImportReading,
  sheets: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  /** The first twenty rows with their numbers, headings too; long cells are cut. */
  rows: Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Array(Type.String()) })),
  /** A whole mapping, and how sure each of its columns is (0 to 1). */
  mapping: Type.Unknown(),
  scores: Type.Record(Type.String(), Type.Number()),
  /** Of the key suggested; where every key collides, of the best; of the key that was asked about. */
  keyTrial: Type.Union([KeyTrial, Type.Null()]),
  /** Sources that records of this object came from, to choose one again. */
  sources: Type.Array(Type.String()),
});
export type ImportPreview = Static<typeof ImportPreview>;

export const listImports = route({
  method: 'GET',
  path: '/api/imports',
  summary: 'Imports, newest first, two hundred at most',
  action: 'import.run',
  reply: Type.Object({ list: Type.Array(ImportJob) }),
});

export const uploadImport = route({
  method: 'POST',
  path: '/api/imports',
  summary: 'Upload a file to be imported: multipart/form-data with one file of at most 1 GB',
  action: 'import.run',
  encoding: 'multipart',
  query: Type.Object({ objectApiName: Type.Optional(ObjectApiName) }),
  reply: ImportJob,
});

export const readImport = route({
  method: 'GET',
  path: '/api/imports/{id}',
  summary: 'One import: state, progress, reports',
  action: 'import.run',
  params: ImportParams,
  reply: ImportDetail,
});

export const previewImport = route({
  method: 'POST',
  path: '/api/imports/{id}/preview',
  summary: 'The first rows of the file read one way, and a mapping suggested for them',
  action: 'import.run',
  params: ImportParams,
  body: ImportPreviewQuery,
  reply: ImportPreview,
});

export const mapImport = route({
  method: 'POST',
  path: '/api/imports/{id}/mapping',
  summary: 'Check and keep the mapping; a dry run of another mapping is forgotten',
  action: 'import.run',
  params: ImportParams,
  body: Type.Object({ mapping: Type.Unknown() }, { additionalProperties: false }),
  reply: ImportJob,
});

export const startImport = route({
  method: 'POST',
  path: '/api/imports/{id}/start',
  summary: 'Begin or continue a dry run, the import, or its undoing',
  action: 'import.run',
  params: ImportParams,
  body: Type.Object({ task: ImportTask }, { additionalProperties: false }),
  reply: ImportJob,
});

export const stopImport = route({
  method: 'POST',
  path: '/api/imports/{id}/stop',
  summary: 'Stop after the slice at hand; what is kept stays',
  action: 'import.run',
  params: ImportParams,
  reply: ImportJob,
});

export const removeImport = route({
  method: 'DELETE',
  path: '/api/imports/{id}',
  summary: 'Forget an import that wrote nothing, and its file',
  action: 'import.run',
  params: ImportParams,
  reply: Type.Null(),
});

export const downloadRejected = route({
  method: 'GET',
  path: '/api/imports/{id}/rejected',
  summary: 'Rejected rows and values with their reasons, as CSV that no spreadsheet runs',
  action: 'import.run',
  params: ImportParams,
  query: Type.Object({ task: Type.Optional(Type.Union([Type.Literal('check'), Type.Literal('run')])) }),
  reply: Type.String({ description: 'text/csv' }),
});
