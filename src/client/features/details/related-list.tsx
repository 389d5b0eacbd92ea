import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { listColumns } from '#generators/columns.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { cellOf } from '#client/ui/field-types/cells.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { RelatedListStore } from './related-list-store.ts';

interface RelatedListProps {
  readonly store: RelatedListStore;
  readonly options: OptionLabels;
}

/** One related list; its first page is fetched as it comes near the screen. */
export const RelatedList = observer(function RelatedList({ store, options }: RelatedListProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = section.current;
    if (!element || store.hasAsked) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void store.loadMore();
      },
      { rootMargin: '300px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [store]);
  return (
    <section ref={section} id={store.layout.id} className="detail-card" aria-labelledby={`${store.layout.id}-title`}>
      <h2 id={`${store.layout.id}-title`}>{store.layout.label}</h2>
      <RelatedTable store={store} options={options} />
      {store.failure && (
        <Typography role="alert" variant="body2" color="error">
          {store.failure.message}
        </Typography>
      )}
      {(store.after !== null || store.failure) && (
        <Button
          className="detail-actions"
          disabled={store.isLoading}
          onClick={() => void store.loadMore()}
          sx={{ mt: 1 }}
        >
          {store.isLoading ? '正在加载…' : store.failure ? '重试' : '加载更多'}
        </Button>
      )}
    </section>
  );
});

const RelatedTable = observer(function RelatedTable({ store, options }: RelatedListProps) {
  const { view, rows } = store;
  if (!view) return store.failure ? null : <Skeleton variant="rounded" height={88} />;
  if (rows.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        暂无{store.layout.label}
      </Typography>
    );
  const columns = listColumns(view).filter((column) => column.shown);
  return (
    <div className="related-scroll">
      <table className="related-table">
        <thead>
          <tr>
            {columns.map(({ field, align }) => (
              <th key={field.apiName} scope="col" data-align={align}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ field, align, isName }) => {
                const Cell = cellOf(field);
                return (
                  <td key={field.apiName} data-align={align}>
                    {isName ? (
                      <a
                        className="grid-name"
                        href={hashAddress(detailPath(view.objectApiName, row.id))}
                        target="_blank"
                        rel="noopener"
                      >
                        {String(recordValue(row, field.apiName) ?? `#${row.id}`)}
                      </a>
                    ) : (
                      <Cell field={field} value={recordValue(row, field.apiName)} options={options} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
