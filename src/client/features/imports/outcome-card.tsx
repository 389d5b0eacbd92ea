import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ImportOutcome, ImportProblem } from '#schemas/api/imports.ts';
import type { ImportStore } from './import-store.ts';
import { endsOf, number, rowsLabel, valueWords } from './import-labels.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';

interface OutcomeCardProps {
  readonly title: string;
  readonly jobId: string;
  readonly task: 'check' | 'run';
  readonly outcome: ImportOutcome;
  readonly store: ImportStore;
  readonly labelOf: (objectApiName: string) => string;
  readonly recordHref: (objectApiName: string, id: string) => string;
  readonly children?: ReactNode;
}

/** What became of every row, what was refused and why, and what updates would change. */
export const OutcomeCard = observer(function OutcomeCard(props: OutcomeCardProps) {
  const { title, jobId, task, outcome, store, labelOf, recordHref, children } = props;
  const { counts, problems, samples, alike } = outcome;
  const linked = Object.entries(counts.linkedCreated);
  const fieldLabel = (apiName: string) =>
    store.definition?.fields.find((field) => field.apiName === apiName)?.label ?? apiName;
  const refused = counts.rejected + counts.rejectedValues;
  return (
    <section className="paper-card" aria-labelledby={`outcome-${task}`}>
      <h2 id={`outcome-${task}`}>{title}</h2>
      <dl className="imp-counts">
        {endsOf(counts).map(({ label, count }) => (
          <div key={label} className={label === '拒绝' && count > 0 ? 'imp-count imp-count-bad' : 'imp-count'}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
        <div className="imp-count imp-count-sum">
          <dt>合计数据行</dt>
          <dd>{number(counts.rows)}</dd>
        </div>
      </dl>
      <p className="imp-soft">
        {counts.blank > 0 ? `另有空行 ${number(counts.blank)}。` : ''}
        {counts.rejectedValues > 0 ? `有 ${number(counts.rejectedValues)} 个值被舍弃，所在的行已保留。` : ''}
        {linked.map(([object, count]) => `为关联新建${labelOf(object)} ${number(count)} 条。`).join('')}
      </p>
      {problems.length > 0 && (
        <>
          <h3>问题（按字段和原因归类）</h3>
          <ScrollBox className="imp-scroll" label="问题清单">
            <table className="data-table imp-table">
              <thead>
                <tr>
                  <th scope="col">字段</th>
                  <th scope="col">原因</th>
                  <th scope="col">整行</th>
                  <th scope="col">值</th>
                  <th scope="col">例子</th>
                  <th scope="col">位置</th>
                </tr>
              </thead>
              <tbody>
                {problems.map((problem) => (
                  <tr key={`${problem.field}|${problem.column}|${problem.reason}`}>
                    <td>{problemPlace(problem, fieldLabel)}</td>
                    <td>{problem.reason}</td>
                    <td className="imp-numbers">{number(problem.rows)}</td>
                    <td className="imp-numbers">{number(problem.values)}</td>
                    <td>{problem.example === '' ? '（空）' : problem.example}</td>
                    <td>{rowsLabel(problem.ranges, isAll(problem))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      )}
      {samples.length > 0 && (
        <>
          <h3>更新前后对比（前 {samples.length} 条）</h3>
          <ul className="imp-samples">
            {samples.map(({ id, changes }) => (
              <li key={id}>
                <span className="imp-soft">编号 {id}</span>
                {Object.entries(changes).map(([field, { before, after }]) => (
                  <p key={field}>
                    {fieldLabel(field)}：<del>{valueWords(before)}</del> <span aria-hidden>→</span>{' '}
                    <ins>{valueWords(after)}</ins>
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {alike && alike.rows > 0 && <AlikeRows alike={alike} hrefOf={recordHref} />}
      <div className="imp-actions">
        {refused > 0 && (
          <a href={`/api/imports/${jobId}/rejected?task=${task}`} download>
            下载被拒绝的行和值（CSV，含原因）
          </a>
        )}
        {children}
      </div>
    </section>
  );
});

interface AlikeRowsProps {
  readonly alike: NonNullable<ImportOutcome['alike']>;
  readonly hrefOf: (objectApiName: string, id: string) => string;
}

/** Rows that would make a record a second time. */
function AlikeRows({ alike: { rows, sure, list }, hrefOf }: AlikeRowsProps) {
  return (
    <>
      <h3>疑似重复</h3>
      <p className="imp-soft">
        {`将新建的记录中有 ${number(rows)} 条与已有记录相似，其中 ${number(sure)} 条几乎确定相同。`}
        {list.length < rows && `以下为前 ${number(list.length)} 条。`}
      </p>
      <ul className="imp-samples">
        {list.map(({ row, name, candidate }) => (
          <li key={row}>
            <span className="imp-soft">第 {row} 行</span> {name} 与{' '}
            <a href={hrefOf(candidate.objectApiName, candidate.id)} target="_blank" rel="noopener">
              {candidate.name}
            </a>
            （{candidate.reasons.join('，')}）
          </li>
        ))}
      </ul>
    </>
  );
}

function problemPlace({ field, column }: ImportProblem, labelOf: (apiName: string) => string): string {
  if (field === '') return column === '' ? '整行' : column;
  return column === '' || column === labelOf(field) ? labelOf(field) : `${labelOf(field)}（列 ${column}）`;
}

/** Whether the row ranges shown are all there are. */
function isAll({ ranges, rows, values }: ImportProblem): boolean {
  const shown = ranges.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0);
  return shown >= Math.min(rows + values, Number.MAX_SAFE_INTEGER);
}
