import { formatMoney } from '#shared/money/format.ts';
import type { TrendBar } from './trend-rows.ts';

interface TrendBarsProps {
  readonly bars: readonly TrendBar[];
  readonly unit: string;
}

const numberOf = (value: string, unit: string): string =>
  unit === 'CNY' ? `${formatMoney(value)}元` : `${value}${unit}`;

/** Small bars side by side, one for each period; every number can be read on its bar and by a screen reader. */
export function TrendBars({ bars, unit }: TrendBarsProps) {
  const said = bars.map(({ label, value }) => `${label} ${numberOf(value, unit)}`);
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <div className="trend" role="img" aria-label={said.join('，')}>
      <div className="trend-bars">
        {bars.map(({ key, share }, at) => (
          <span key={key} title={said[at]}>
            <span style={{ height: `${Math.round(100 * share)}%` }} />
          </span>
        ))}
      </div>
      <p aria-hidden>
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </p>
    </div>
  );
}
