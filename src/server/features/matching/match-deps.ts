import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { NotedBy } from '#server/core/lists/list-access.ts';
import type { BookDeps } from './book-keeper.ts';

export interface MatchDeps extends BookDeps {
  readonly reader: RecordReader;
  readonly noted: NotedBy;
  readonly writer: Pick<RecordWriter, 'judge'>;
  /** Counts of what lists showed could not be kept: no caller learns of it. */
  readonly report: (error: unknown) => void;
}
