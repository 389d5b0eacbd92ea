import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/lib/catalog/catalog.ts';
import type { RecordWriter } from '#server/lib/records/record-writer.ts';
import type { RunState } from './queries.ts';
import type { Progress } from './reading/raw-row.ts';
import type { Counts } from './report/counts.ts';
import type { RejectedLog } from './report/rejected-log.ts';

/** What an import needs of the server. */
export interface ImportTools {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly now: () => Date;
}

export interface ImportOptions {
  readonly file: string;
  readonly mapping: ImportMapping;
  /** Folder for summary.json and rejected.csv; made where it is missing. */
  readonly reportDir: string;
  /** Reads and checks everything, counts the same, keeps nothing. */
  readonly dryRun?: boolean;
  /** Begins anew even where an earlier run was stopped. */
  readonly restart?: boolean;
  /** Stops after the slice at hand. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress, counts: Readonly<Counts>) => void;
}

/** A run at the row it has reached. */
export interface Run {
  readonly id: string;
  readonly log: RejectedLog;
  readonly resumedAfterRow: number;
  state: RunState;
}
