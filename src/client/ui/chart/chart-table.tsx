import type { ChartReply } from '#schemas/api/details.ts';
import { figureText } from './chart-figures.ts';

interface ChartTableProps {
  readonly label: string;
  readonly chart: ChartReply;
  /** Address of the records of a group; undefined where there is no list of them. */
  readonly hrefOf: (key: string) => string | undefined;
}

/** The numbers of a chart, exact, and the way to the records behind each. */
export function ChartTable({ label, chart, hrefOf }: ChartTableProps) {
  return (
    <div className="chart-table">
      <table aria-label={`${label}的数据`}>
        <thead>
          <tr>
            <th scope="col">{chart.period === null ? '分类' : '时间'}</th>
            {chart.series.map((series) => (
              <th key={series.key} scope="col" data-align="end">
                {series.label === '' ? label : series.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.categories.map((category, at) => {
            const href = hrefOf(category.key);
            return (
              <tr key={category.key}>
                <th scope="row">
                  {href === undefined ? (
                    category.label
                  ) : (
                    <a href={href} target="_blank" rel="noopener noreferrer">
                      {category.label}
                    </a>
                  )}
                  {category.incomplete && <span className="chart-fresh-word">数据尚不完整</span>}
                </th>
                {chart.series.map((series) => (
                  <td key={series.key} data-align="end">
                    {figureText(series.values[at] ?? null, chart.unit)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
