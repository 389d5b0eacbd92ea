import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { nameOf, RowName } from '#client/features/records/blocks/row-facts.tsx';

export interface RecordLinkProps {
  readonly view: ListView;
  readonly row: RecordRow;
  /** Opens the record beside its list; absent where records have pages of their own. */
  readonly onOpen: ((row: RecordRow) => void) | undefined;
}

/** The name of a record, which opens it. */
export function RecordLink({ view, row, onOpen }: RecordLinkProps) {
  if (!onOpen) return <RowName view={view} row={row} />;
  return (
    <button type="button" className="grid-name" onClick={() => onOpen(row)}>
      {nameOf(view, row)}
    </button>
  );
}
