import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { RelatedListStore } from './related-list-store.ts';
import { RelatedTable } from './related-table.tsx';
import { useInView } from './use-in-view.ts';

interface RelatedListProps {
  readonly store: RelatedListStore;
  readonly options: OptionLabels;
}

/** One related list; its first page is fetched as it comes near the screen. */
export const RelatedList = observer(function RelatedList({ store, options }: RelatedListProps) {
  const section = useInView(store.loadMore);
  const { id, label, help } = store.layout;
  const { page, list = [], after, failure, isLoading } = store.pages;
  return (
    <section ref={section} id={id} className="detail-card" aria-labelledby={`${id}-title`}>
      <div className="related-head">
        <h2 id={`${id}-title`}>{label}</h2>
        {page && list.length > 0 && (
          <span className="related-total">{page.totalIsExact ? `${page.total} 条` : `${page.total - 1}+ 条`}</span>
        )}
        {list.length > 0 && store.listHref !== undefined && (
          <a className="related-all" href={store.listHref} target="_blank" rel="noopener">
            在列表中查看全部<span className="visually-hidden">{label}</span>
          </a>
        )}
      </div>
      {help !== undefined && <p className="detail-help">{help}</p>}
      <RelatedTable store={store} options={options} />
      {failure && (
        <Typography role="alert" variant="body2" color="error">
          {failure.message}
        </Typography>
      )}
      {(after !== null || failure) && (
        <Button className="detail-actions" disabled={isLoading} onClick={() => void store.loadMore()} sx={{ mt: 1 }}>
          {isLoading ? '正在加载…' : failure ? '重试' : '加载更多'}
        </Button>
      )}
    </section>
  );
});
