import { useCallback, useState } from 'react';
import type { ContentOf } from '#schemas/api/jingchat.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { tableText } from './answer-text.ts';

interface AnswerGroupsProps {
  readonly content: ContentOf<'groups'>;
}

/** Groups that are shown at once. */
const FIRST = 10;

/** Numbers group by group: a picture where there is one to draw, with the table behind it, else the table. */
export function AnswerGroups({ content }: AnswerGroupsProps) {
  const { rows, chart, by } = content;
  const hrefOf = useCallback(
    (key: string) => {
      const href = rows.find((row) => row.key === key)?.href;
      return href === undefined ? undefined : hashAddress(href);
    },
    [rows],
  );
  const table = <GroupsTable content={content} />;
  if (!chart) return table;
  return <Chart label={`按${by}的数据`} kind={chart.kind} chart={chart.chart} hrefOf={hrefOf} table={table} />;
}

function GroupsTable({ content }: AnswerGroupsProps) {
  const { by, measures, rows, chart } = content;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  const fresh = new Set(chart?.chart.categories.flatMap(({ key, incomplete }) => (incomplete ? [key] : [])));
  return (
    <div className="jing-groups">
      <ScrollBox className="jing-scroll" label={`按${by}的数据`}>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">{by}</th>
              {measures.map((measure) => (
                <th key={measure} scope="col" data-align="end">
                  {measure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, label, texts, href }) => (
              <tr key={key ?? label}>
                <th scope="row">
                  {href === undefined ? (
                    label
                  ) : (
                    <a href={hashAddress(href)} target="_blank" rel="noopener">
                      {label}
                    </a>
                  )}
                  {key !== null && fresh.has(key) && <span className="chart-fresh-word">数据尚不完整</span>}
                </th>
                {texts.map((text, at) => (
                  <td key={measures[at]} data-align="end">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <div className="jing-foot">
        {rows.length > FIRST && (
          <PlainButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? '收起' : `展开全部 ${rows.length} 行`}
          </PlainButton>
        )}
        <CopyButton label="表格" value={tableText(content)} />
      </div>
    </div>
  );
}
