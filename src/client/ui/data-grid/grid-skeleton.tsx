import './data-grid.css';
import { HEAD_HEIGHT } from '#client/ui/data-grid/columns/grid-column.ts';

const ROWS = 12;
const WIDTHS = [70, 45, 55, 40, 60, 50];

/** The shape of a grid before its rows are known, so that nothing jumps when they come. */
export function GridSkeleton({ rowHeight }: { readonly rowHeight: number }) {
  return (
    <div className="grid-frame" role="status" aria-label="正在加载">
      <div className="grid-head" style={{ height: HEAD_HEIGHT - 1 }} />
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          key={row}
          style={{ display: 'flex', alignItems: 'center', height: rowHeight, borderBottom: '1px solid var(--line)' }}
        >
          {WIDTHS.map((width, column) => (
            <div key={width} style={{ flex: '1 0 120px', padding: '0 12px' }}>
              <div className="grid-skeleton" style={{ width: `${width - ((row * 7 + column * 5) % 20)}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
