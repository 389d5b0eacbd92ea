import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { DuplicateFinder } from '#server/core/duplicates/duplicate-finder.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { ImportSummary } from './import-summary.ts';
import type { RunState } from './queries.ts';
import type { Progress } from '#server/features/imports/reading/raw-row.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { Counts } from '#server/features/imports/report/counts.ts';
import type { RejectedLog } from '#server/features/imports/report/rejected-log.ts';

/** What an import needs of the server. */
export interface ImportTools {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly duplicates: DuplicateFinder;
  readonly now: () => Date;
}

export interface ImportOptions {
  readonly file: string;
  readonly mapping: ImportMapping;
  /** Folder for summary.json and rejected.csv; made where it is missing. */
  readonly reportDir: string;
  /** Reads and checks everything, counts the same, keeps nothing. */
  readonly dryRun?: boolean;
  /** Begins again even where an earlier run was stopped. */
  readonly restart?: boolean;
  /** Stops after the slice at hand. */
  readonly signal?: AbortSignal;
  /** Who history names as the writer; `import` when absent. */
  readonly actor?: string;
  /** What history names as the origin; `import:<source>` when absent. */
  readonly origin?: string;
  /** Rows in one transaction at most. */
  readonly sliceRows?: number;
  /** What a stopped run is known by; file, mapping and report folder when absent. */
  readonly runId?: string;
  /** Collects refusals of alike kind with their rows. */
  readonly groups?: boolean;
  /** A dry run that rolls back each slice instead of all at the end, so that no user waits for it. */
  readonly rehearsal?: Rehearsal;
  /** Waited for before each slice: the turn of others. */
  readonly giveWay?: () => Promise<void>;
  /** Written together with the end of the run, so that a crash leaves both or neither. */
  readonly onEnd?: (trx: Db, result: { readonly summary: ImportSummary; readonly state: RunState }) => Promise<void>;
  /** Called once, where the first row that no earlier run kept is reached: rates count from there. */
  readonly onBegin?: (progress: Progress, counts: Readonly<Counts>) => void;
  readonly onProgress?: (progress: Progress, counts: Readonly<Counts>) => void;
}

/** A run at the row it has reached. */
export interface Run {
  readonly id: string;
  readonly log: RejectedLog;
  readonly resumedAfterRow: number;
  state: RunState;
}
