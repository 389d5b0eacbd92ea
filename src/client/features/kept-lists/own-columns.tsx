import { makeAutoObservable } from 'mobx';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { listColumns } from '#generators/columns.ts';
import { ownFields, ownName } from '#generators/own-columns.ts';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { cellText, lookOf } from '#client/ui/field-types/registry.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { ListColumnsStore } from './list-columns-store.ts';

/** Columns that a list has of its own as the grid draws them; the same until there are others. */
export class OwnColumns {
  readonly store: ListColumnsStore;
  readonly #options: OptionLabels;
  readonly #nameOf: (row: RecordRow) => string;

  readonly #first: readonly GridColumn<RecordRow>[];

  /** `first` are columns before them. */
  constructor(
    store: ListColumnsStore,
    options: OptionLabels,
    nameOf: (row: RecordRow) => string,
    first: readonly GridColumn<RecordRow>[] = [],
  ) {
    this.store = store;
    this.#options = options;
    this.#nameOf = nameOf;
    this.#first = first;
    makeAutoObservable(this, { store: false });
  }

  /** As filters and orders name them; undefined until they are known. */
  get fields(): readonly FieldDefinition[] | undefined {
    return this.store.columns.value && ownFields(this.store.listId, this.store.fields);
  }

  get columns(): readonly GridColumn<RecordRow>[] {
    return [...this.#first, ...drawn(this.store, this.#options, this.#nameOf)];
  }
}

/** A press on a cell fills in the columns of its row. */
function drawn(
  store: ListColumnsStore,
  options: OptionLabels,
  nameOf: (row: RecordRow) => string,
): readonly GridColumn<RecordRow>[] {
  const fields: readonly FieldDefinition[] = store.fields;
  const mayFill = store.columns.value?.mayFill === true;
  return listColumns({ fields, columns: [], nameField: '' }).map(
    ({ field, align, width, sortable, firstOrder }): GridColumn<RecordRow> => {
      const valueOf = (row: RecordRow) => store.valuesOf(row.id)[field.apiName] as FieldValue;
      const { Cell } = lookOf(field);
      return {
        id: ownName({ listId: store.listId, apiName: field.apiName }),
        label: field.label,
        help: '清单自定义列，只有能看到这个清单的人可见',
        width,
        align,
        sortable,
        firstOrder,
        pinned: false,
        text: (row) => cellText(valueOf(row), field, options),
        cell: (row) => {
          const value = valueOf(row);
          const shown = value === undefined ? '—' : <Cell field={field} value={value} options={options} />;
          if (!mayFill) return shown;
          return (
            <PlainButton
              tabIndex={-1}
              tone="quiet"
              className={align === 'end' ? 'own-cell own-cell-end' : 'own-cell'}
              aria-haspopup="dialog"
              aria-label={`填写${field.label}：${nameOf(row)}`}
              onClick={() => store.fill({ id: row.id, name: nameOf(row) })}
            >
              {shown}
            </PlainButton>
          );
        },
      };
    },
  );
}
