import type { ChartReply } from '#schemas/api/details.ts';
import { figureText } from '#client/ui/chart/chart-figures.ts';

interface CompareViewProps {
  readonly label: string;
  readonly chart: ChartReply;
  /** What the record says of itself, by its labels. */
  readonly stated: readonly string[];
  readonly hrefOf: (key: string) => string | undefined;
}

/** Key of all choices together for which there was no room: last, however many they are. */
const OTHERS = '…';

/** What a record says of itself beside what its records say of it, choice by choice. */
export function CompareView({ label, chart, stated, hrefOf }: CompareViewProps) {
  const [series] = chart.series;
  const rows = chart.categories
    .map(({ key, label: name }, at) => ({ key, name, value: series?.values[at] ?? null }))
    .filter(({ value }) => value !== null && value !== '0')
    .toSorted((a, b) => Number(a.key === OTHERS) - Number(b.key === OTHERS) || Number(b.value) - Number(a.value));
  const most = Math.max(...rows.map(({ value }) => Number(value)), 1);
  const done = new Set(rows.map(({ name }) => name));
  const unmet = stated.filter((name) => !done.has(name));
  return (
    <table className="compare">
      <caption className="visually-hidden">{label}：自述与实际逐项对照</caption>
      <thead>
        <tr>
          <th scope="col">选项</th>
          <th scope="col">自述</th>
          <th scope="col">实际</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value }) => (
          <tr key={key} data-stated={stated.includes(name) || undefined}>
            <th scope="row">
              {hrefOf(key) === undefined ? (
                name
              ) : (
                <a href={hrefOf(key)} target="_blank" rel="noopener">
                  {name}
                </a>
              )}
            </th>
            <td>{stated.includes(name) ? '关注' : <span className="compare-not">未提及</span>}</td>
            <td>
              <span
                className="compare-bar"
                style={{ width: `${Math.max(2, (Number(value) / most) * 60)}%` }}
                aria-hidden
              />
              {figureText(value, chart.unit)}
            </td>
          </tr>
        ))}
        {unmet.map((name) => (
          <tr key={name} data-stated>
            <th scope="row">{name}</th>
            <td>关注</td>
            <td>
              <span className="compare-not">暂无</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
