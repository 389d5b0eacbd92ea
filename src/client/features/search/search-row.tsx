import { observer } from 'mobx-react-lite';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { listColumns } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Marked } from './marked.tsx';

const SHOWN_FACTS = 4;

interface SearchRowProps {
  readonly view: ListView;
  readonly row: RecordRow;
  readonly word: string;
  readonly options: OptionLabels;
}

/** One record found: its name, which opens it in a new tab, and the first facts of its list. */
export const SearchRow = observer(function SearchRow({ view, row, word, options }: SearchRowProps) {
  const name = String(recordValue(row, view.nameField) ?? `#${row.id}`);
  const facts = listColumns(view)
    .filter((column) => column.shown && !column.isName && !isEmptyValue(recordValue(row, column.field.apiName)))
    .slice(0, SHOWN_FACTS);
  return (
    <li>
      <a href={hashAddress(detailPath(view.objectApiName, row.id))} target="_blank" rel="noopener">
        <Marked text={name} word={word} />
      </a>
      <dl>
        {facts.map(({ field }) => {
          const Cell = cellOf(field);
          return (
            <div key={field.apiName}>
              <dt>{field.label}</dt>
              <dd>
                <Cell field={field} value={recordValue(row, field.apiName)} options={options} />
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
});
