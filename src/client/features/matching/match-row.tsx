import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { listColumns } from '#generators/columns.ts';
import type { ListView } from '#schemas/api/list-view.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { isCompared, type Row } from './match-labels.tsx';
import { VerdictMark } from './match-panel.tsx';

/** Columns that a row has room for, behind the name. */
const FACTS = 4;

interface MatchRowProps {
  readonly row: Row;
  readonly place: number;
  readonly view: ListView;
  /** Columns that the user chose, in order; those of the layout when absent. */
  readonly columns: readonly string[] | undefined;
  readonly options: OptionLabels;
  readonly isChosen: boolean;
  /** What else can be done with the record. */
  readonly actions: ReactNode;
  readonly onChoose: () => void;
}

export const nameOf = ({ values, id }: Row, { nameField }: ListView): string =>
  String(recordValue(values, nameField) ?? `#${id}`);

/** One record of a list of matches: its place, its name, some facts and what was compared. */
export const MatchRow = observer(function MatchRow({
  row,
  place,
  view,
  columns,
  options,
  isChosen,
  actions,
  onChoose,
}: MatchRowProps) {
  const offered = listColumns(view);
  const listed = columns
    ? columns.flatMap((apiName) => offered.find(({ field }) => field.apiName === apiName) ?? [])
    : offered.filter(({ shown }) => shown);
  const facts = listed.filter(
    ({ field }) => field.apiName !== view.nameField && !isEmptyValue(recordValue(row.values, field.apiName)),
  );
  const name = nameOf(row, view);
  return (
    <li className="match-row" data-chosen={isChosen || undefined}>
      <span className="match-place">
        <span className="visually-hidden">第</span>
        {place}
        <span className="visually-hidden">名</span>
      </span>
      <div className="match-main">
        <a
          className="match-name"
          href={hashAddress(detailPath(view.objectApiName, row.id))}
          target="_blank"
          rel="noopener"
        >
          {name}
        </a>
        <dl className="match-facts">
          {facts.slice(0, columns ? columns.length : FACTS).map(({ field }) => {
            const Cell = cellOf(field);
            return (
              <div key={field.apiName}>
                <dt>{field.label}</dt>
                <dd>
                  <Cell field={field} value={recordValue(row.values, field.apiName)} options={options} />
                </dd>
              </div>
            );
          })}
        </dl>
        {row.lapsed && (
          <p className="match-lapsed">
            {row.lapsed.why === 'changed' ? '信息有变化' : '标记已满 180 天'}：曾标记不合适
            {row.lapsed.reason && `（${row.lapsed.reason}）`}，已重新列出
          </p>
        )}
        <ul className="match-chips" aria-label={`${name}的匹配条件`}>
          {row.criteria.filter(isCompared).map((criterion) => (
            <li key={criterion.key}>
              <VerdictMark criterion={criterion} />
            </li>
          ))}
        </ul>
      </div>
      <div className="match-actions">
        <Button size="small" variant={isChosen ? 'contained' : 'outlined'} aria-pressed={isChosen} onClick={onChoose}>
          匹配依据<span className="visually-hidden">：{name}</span>
        </Button>
        {actions}
      </div>
    </li>
  );
});
