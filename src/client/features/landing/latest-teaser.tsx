import { useMemo } from 'react';
import type { Teaser } from '#schemas/api/landing.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import { isMoney } from '#generators/field-types/registry.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress, loginPath } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { teaserLabels } from './teaser-labels.ts';

/** The newest records of an object with the fields that metadata opens to visitors. */
export function LatestTeaser({ teaser }: { readonly teaser: Teaser }) {
  const options = useMemo(() => teaserLabels(teaser), [teaser]);
  const title = `最新${teaser.label}`;
  return (
    <section className="landing-latest" aria-label={title}>
      <h2>{title}</h2>
      {teaser.list.length === 0 && <p className="landing-empty">暂无{teaser.label}</p>}
      <ul>
        {teaser.list.map((row) => (
          <li key={row.id}>
            <TeaserRow teaser={teaser} row={row} options={options} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TeaserRowProps {
  readonly teaser: Teaser;
  readonly row: RecordRow;
  readonly options: OptionLabels;
}

/** A record in two lines: its name and the first amount, then the other facts. */
function TeaserRow({ teaser, row, options }: TeaserRowProps) {
  const [name, ...rest] = teaser.fields;
  const known = rest.filter((field) => recordValue(row, field.apiName) !== undefined);
  const amount = known.find(isMoney);
  const cell = (field: FieldDefinition) => {
    const Cell = cellOf(field);
    return <Cell field={field} value={recordValue(row, field.apiName)} options={options} />;
  };
  // Details are for members: signing in leads there.
  const way = hashAddress(loginPath(detailPath(teaser.objectApiName, row.id)));
  return (
    <>
      <div className="landing-row">
        <a href={way}>{String((name && recordValue(row, name.apiName)) ?? '')}</a>
        {amount && (
          <span className="landing-amount" title={amount.label}>
            {cell(amount)}
          </span>
        )}
      </div>
      <div className="landing-facts">
        {known
          .filter((field) => field !== amount)
          .map((field) => (
            <span key={field.apiName} title={field.label}>
              {cell(field)}
            </span>
          ))}
      </div>
    </>
  );
}
