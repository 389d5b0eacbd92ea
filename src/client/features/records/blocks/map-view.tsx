import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { formatMoney } from '#shared/money/format.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { BlockViewProps } from './block-view.ts';
import { RelatedTable } from './related-table.tsx';
import { fieldOf, nameOf } from './row-facts.tsx';

const HEIGHT = 280;
const COLUMN = 84;
const MARGIN = { left: 62, top: 12, bottom: 30 } as const;
/** Records named beside their dots: more would lie over one another. */
const NAMED = 6;

const isMoney = (field: FieldDefinition): boolean => valueType(field).kind === 'money';

/** The number of a record in CNY or its own unit; undefined where there is none. Floats do for a place on a picture. */
function sizeOf(row: RecordRow, field: FieldDefinition): number | undefined {
  const value = recordValue(row, field.apiName);
  if (value === undefined || value === null) return undefined;
  const money = value as CurrencyValue & { readonly equivalentMoney?: string | null };
  const size = Number(isMoney(field) ? (money.equivalentMoney ?? ('num' in money ? money.num : undefined)) : value);
  return Number.isFinite(size) && size > 0 ? size : undefined;
}

interface Dot {
  readonly row: RecordRow;
  readonly size: number;
  readonly station: number;
}

interface Plan {
  readonly stations: readonly string[];
  readonly dots: readonly Dot[];
  readonly low: number;
  readonly high: number;
}

/** Columns in the order of their options, those without a record left out; heights by the powers of ten. */
function planOf(rows: readonly RecordRow[], group: FieldDefinition, figure: FieldDefinition): Plan {
  const label = (row: RecordRow) => recordValue(row, group.apiName);
  const order = group.selectOptions?.map(({ value }) => value) ?? [];
  const used = new Set(rows.filter((row) => sizeOf(row, figure) !== undefined).map(label));
  const stations = [
    ...order.filter((value) => used.has(value)),
    ...[...used].filter((value) => !order.includes(String(value))),
  ]
    .filter((value) => value !== undefined && value !== null)
    .map(String);
  const dots = rows.flatMap((row): Dot[] => {
    const size = sizeOf(row, figure);
    const station = stations.indexOf(String(label(row)));
    return size === undefined || station < 0 ? [] : [{ row, size, station }];
  });
  const powers = dots.map(({ size }) => Math.log10(size));
  return {
    stations,
    dots,
    low: Math.floor(Math.min(...powers)),
    high: Math.ceil(Math.max(...powers, Math.min(...powers) + 1)),
  };
}

/** A number between 0 and 1 that is always the same for a record, to part dots that lie on one another. */
const shiftOf = (id: string): number => ((Number(id) * 7919) % 101) / 101;

/** Records by a choice and a number, each a dot: where most are, and which are far off. Its table is beside it. */
export const MapView = observer(function MapView(props: BlockViewProps) {
  const { store, view, rows, options } = props;
  const [isTable, setIsTable] = useState(false);
  const group = fieldOf(view, store.layout.view?.groupBy);
  const figure = fieldOf(view, store.layout.view?.figure);
  const plan = group && figure ? planOf(rows, group, figure) : undefined;
  if (!group || !figure || !plan || plan.dots.length === 0) return <RelatedTable store={store} options={options} />;
  const missing = rows.length - plan.dots.length;
  return (
    <>
      {isTable ? (
        <RelatedTable store={store} options={options} />
      ) : (
        <Drawing {...{ view, plan, group, figure }} label={store.layout.label} />
      )}
      <div className="chart-foot">
        <p className="chart-note">
          {`每个圆点是一条记录，横向为${group.label}，纵向为${figure.label}`}
          {missing > 0 && `；${missing} 条缺少${group.label}或${figure.label}，未绘出`}
        </p>
        <PlainButton aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? '查看图' : '查看数据'}
        </PlainButton>
      </div>
    </>
  );
});

/** The greatest, as far as their names do not lie over one another. */
function namedDots(dots: readonly Dot[], at: (dot: Dot) => { readonly x: number; readonly y: number }): Set<Dot> {
  const named: Dot[] = [];
  for (const dot of dots.toSorted((a, b) => b.size - a.size).slice(0, NAMED * 3)) {
    const here = at(dot);
    const isFree = named.every((other) => Math.abs(at(other).y - here.y) > 15 || Math.abs(at(other).x - here.x) > 90);
    if (isFree && named.length < NAMED) named.push(dot);
  }
  return new Set(named);
}

interface DrawingProps extends Pick<BlockViewProps, 'view'> {
  readonly plan: Plan;
  readonly group: FieldDefinition;
  readonly figure: FieldDefinition;
  readonly label: string;
}

function Drawing({ view, plan, group, figure, label }: DrawingProps) {
  const { stations, dots, low, high } = plan;
  const width = MARGIN.left + stations.length * COLUMN + 12;
  const y = (power: number) =>
    MARGIN.top + ((high - power) / Math.max(1, high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const x = ({ station, row }: Dot) => MARGIN.left + (station + 0.2 + 0.6 * shiftOf(row.id)) * COLUMN;
  const named = namedDots(dots, (dot) => ({ x: x(dot), y: y(Math.log10(dot.size)) }));
  const word = (size: number) =>
    isMoney(figure) ? `${formatMoney(String(Math.round(size)))}元` : String(Math.round(size));
  const optionLabel = (value: string) => group.selectOptions?.find((option) => option.value === value)?.label ?? value;
  const most = stations.toSorted(
    (a, b) =>
      dots.filter((dot) => stations[dot.station] === b).length -
      dots.filter((dot) => stations[dot.station] === a).length,
  )[0];
  return (
    <ScrollBox label={`${label}的图`} className="map-scroll">
      <svg
        className="map"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${label}：${dots.length} 条记录按${group.label}与${figure.label}分布，${optionLabel(most ?? '')}最多。逐条见“查看数据”。`}
      >
        {Array.from({ length: high - low + 1 }, (_, at) => low + at).map((power) => (
          <g key={power}>
            <line x1={MARGIN.left} x2={width} y1={y(power)} y2={y(power)} className="map-line" />
            <text x={MARGIN.left - 8} y={y(power) + 4} textAnchor="end">
              {word(10 ** power)}
            </text>
          </g>
        ))}
        {stations.map((value, at) => (
          <text key={value} x={MARGIN.left + (at + 0.5) * COLUMN} y={HEIGHT - 8} textAnchor="middle">
            {optionLabel(value)}
          </text>
        ))}
        {dots.map((dot) => (
          <g key={dot.row.id} className="map-dot">
            <circle
              cx={x(dot)}
              cy={y(Math.log10(dot.size))}
              r={5}
              onClick={() => window.open(hashAddress(detailPath(view.objectApiName, dot.row.id)), '_blank', 'noopener')}
            >
              <title>{`${nameOf(view, dot.row)}：${word(dot.size)}`}</title>
            </circle>
            {named.has(dot) && (
              <text
                x={x(dot) + (x(dot) > width - 100 ? -8 : 8)}
                y={y(Math.log10(dot.size)) + 4}
                textAnchor={x(dot) > width - 100 ? 'end' : 'start'}
              >
                {nameOf(view, dot.row)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </ScrollBox>
  );
}
