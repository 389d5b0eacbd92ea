import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { RelatedListStore } from './related-list-store.ts';

/** What every look of a related list is drawn from: rows that are there, of a list that is not empty. */
export interface BlockViewProps {
  readonly store: RelatedListStore;
  readonly view: ListView;
  readonly rows: readonly RecordRow[];
  readonly options: OptionLabels;
  /** The record on screen, where it is among the rows. */
  readonly ownId: string | undefined;
  /** What the record on screen is called. */
  readonly ownName: string;
}
