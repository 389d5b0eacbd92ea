import { observer } from 'mobx-react-lite';
import type { BlockViewProps } from './block-view.ts';
import { nameOf, RowName } from './row-facts.tsx';

const WIDTH = 520;
const HEIGHT = 320;
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 };
const REACH = { x: 190, y: 122 };
const MAX_NAME = 8;

const clipped = (name: string): string =>
  [...name].length > MAX_NAME ? `${[...name].slice(0, MAX_NAME - 1).join('')}…` : name;

/** Those that a record meets most, around it: the more often, the stronger the line. The same as a list below. */
export const NetworkView = observer(function NetworkView({ store, view, rows, ownName }: BlockViewProps) {
  const relations = store.pages.page?.relations ?? {};
  const partners = rows.map((row) => ({ row, name: nameOf(view, row), count: relations[row.id]?.count ?? 1 }));
  const most = Math.max(...partners.map(({ count }) => count));
  const place = (at: number) => {
    const angle = (at / partners.length) * 2 * Math.PI - Math.PI / 2;
    return { x: CENTRE.x + REACH.x * Math.cos(angle), y: CENTRE.y + REACH.y * Math.sin(angle) };
  };
  return (
    <div className="network">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${store.layout.label}：${partners
          .slice(0, 3)
          .map(({ name, count }) => `${name} ${count} 次`)
          .join('、')}等 ${partners.length} 家，逐家见列表`}
      >
        {partners.map(({ row, count }, at) => (
          <line
            key={row.id}
            x1={CENTRE.x}
            y1={CENTRE.y}
            x2={place(at).x}
            y2={place(at).y}
            strokeWidth={1 + (count / most) * 5}
          />
        ))}
        {partners.map(({ row, name, count }, at) => (
          <g key={row.id} className="network-node">
            <circle cx={place(at).x} cy={place(at).y} r={7 + (count / most) * 9} />
            <text x={place(at).x} y={place(at).y - 12 - (count / most) * 9} textAnchor="middle">
              {clipped(name)}
            </text>
          </g>
        ))}
        <g className="network-own">
          <circle cx={CENTRE.x} cy={CENTRE.y} r={30} />
          <text x={CENTRE.x} y={CENTRE.y + 5} textAnchor="middle">
            {clipped(ownName).slice(0, 4)}
          </text>
        </g>
      </svg>
      <ol className="network-list">
        {partners.map(({ row, count }) => (
          <li key={row.id}>
            <RowName view={view} row={row} />
            <span>{count} 次</span>
          </li>
        ))}
      </ol>
    </div>
  );
});
