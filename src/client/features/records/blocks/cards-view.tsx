import { observer } from 'mobx-react-lite';
import type { FileValue } from '#schemas/metadata/value.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import type { BlockViewProps } from './block-view.ts';
import { RelationCell } from './relation-cell.tsx';
import { nameOf, RowFacts, RowName, RowValue, type RowProps } from './row-facts.tsx';

/** The picture of a record, or the first letter of its name. */
function Face({ store, view, row }: RowProps) {
  const { picture } = store.layout.view ?? {};
  const file = picture === undefined ? undefined : (recordValue(row, picture) as FileValue | null | undefined);
  if (file?.url && isOwnFile(file.url)) return <img className="card-face" src={file.url} alt="" loading="lazy" />;
  return (
    <span className="card-face detail-initial" aria-hidden>
      {[...nameOf(view, row)][0]}
    </span>
  );
}

/** Records as cards: who or what it is first, then what matters of it. */
export const CardsView = observer(function CardsView({ store, view, rows, options }: BlockViewProps) {
  const { badge, figure } = store.layout.view ?? {};
  const relations = store.pages.page?.relations ?? {};
  return (
    <ul className="cards">
      {rows.map((row) => (
        <li key={row.id}>
          <Face {...{ store, view, row, options }} />
          <div className="card-body">
            <div className="card-name">
              <RowName view={view} row={row} />
            </div>
            <div className="card-badge">
              <RowValue {...{ view, row, options }} field={badge} />
              {figure !== undefined && (
                <b>
                  <RowValue {...{ view, row, options }} field={figure} />
                </b>
              )}
            </div>
            {relations[row.id] && <RelationCell relation={relations[row.id]} fields={view.fields} options={options} />}
            <RowFacts {...{ store, view, row, options }} />
          </div>
        </li>
      ))}
    </ul>
  );
});
