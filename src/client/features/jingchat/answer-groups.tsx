import { useState } from 'react';
import type { ContentOf } from '#schemas/api/jingchat.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';

/** Groups that are shown at once. */
const FIRST = 10;

/** Numbers group by group: a picture where there is one, and always the table. */
export function AnswerGroups({ content }: { readonly content: ContentOf<'groups'> }) {
  const { by, measures, rows, chart } = content;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  const hrefOf = (key: string) => {
    const href = rows.find((row) => row.key === key)?.href;
    return href === undefined ? undefined : hashAddress(href);
  };
  return (
    <>
      {chart && <Chart label={content.sentence} kind={chart.kind} chart={chart.chart} hrefOf={hrefOf} />}
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
      {rows.length > FIRST && (
        <PlainButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `展开全部 ${rows.length} 组`}
        </PlainButton>
      )}
    </>
  );
}
