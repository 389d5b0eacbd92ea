import type { HomeContentOf } from '#schemas/api/home.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';

interface RecordsViewProps {
  readonly content: HomeContentOf<'records'>;
  readonly options: OptionLabels;
}

/** The first records of a list, each with some facts. */
export function RecordsView({ content: { layout, list, late }, options }: RecordsViewProps) {
  return (
    <ul className="home-rows">
      {list.map((row) => (
        <Row key={row.id} view={layout} row={row} late={late?.[row.id]} options={options} />
      ))}
    </ul>
  );
}

interface RowProps extends Pick<RecordsViewProps, 'options'> {
  readonly view: ListView;
  readonly row: RecordRow;
  /** When the record came in, long after its event. */
  readonly late: string | undefined;
}

function Row({ view, row, late, options }: RowProps) {
  const facts = view.fields.filter(
    ({ apiName }) =>
      apiName !== view.nameField && view.columns.includes(apiName) && recordValue(row, apiName) !== undefined,
  );
  const place = ({ apiName }: { readonly apiName: string }) => view.columns.indexOf(apiName);
  return (
    <li>
      <p className="home-row-name">
        <a href={hashAddress(detailPath(view.objectApiName, row.id))} target="_blank" rel="noopener">
          {String(recordValue(row, view.nameField) ?? `#${row.id}`)}
        </a>
      </p>
      <p className="home-row-facts">
        {late !== undefined && <span title={`收录于 ${shownMoment(late)}，事件发生在此之前`}>历史补录</span>}
        {facts
          .toSorted((one, other) => place(one) - place(other))
          .map((field) => {
            const Cell = cellOf(field);
            return (
              <span key={field.apiName} title={field.label}>
                <Cell field={field} value={recordValue(row, field.apiName)} options={options} />
              </span>
            );
          })}
      </p>
    </li>
  );
}
