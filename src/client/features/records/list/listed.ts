import type { ReactNode } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { Listing } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import { filterRoot } from '#client/features/records/filters/filter-tree.ts';

/** What lists of records add to the list of an object. Reads are observable. */
export interface ListedTools {
  /** Behind the names, and no part of the layout of the object; more where all rows are on one list. */
  readonly columns: (listId: string | undefined) => readonly GridColumn<RecordRow>[];
  readonly bar: (listId: string) => ReactNode;
  /** Columns that a list has of its own, as filters and orders name them; undefined until known. The same until there are others. */
  readonly fields: (listId: string) => readonly FieldDefinition[] | undefined;
}

/** What is known of the columns that the list has of its own which all rows are on. */
export interface OwnFields {
  readonly listId: string;
  readonly fields: readonly FieldDefinition[];
}

/** What a list shows with the columns of a list of records, to be filtered and ordered by as its fields are. */
export const withOwn = (view: ListView, own: OwnFields | undefined): ListView =>
  own
    ? {
        ...view,
        fields: [...view.fields, ...own.fields],
        filters: [...view.filters, ...own.fields.map(({ apiName }) => apiName)],
      }
    : view;

/** The list of records that all rows are on, where there is one. */
export function listingOf(filter: ListState['filter']): Listing | undefined {
  const { join, members } = filterRoot(filter);
  return join === 'and' ? members.find((member) => 'inList' in member) : undefined;
}
