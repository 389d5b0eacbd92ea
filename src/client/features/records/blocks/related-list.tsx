import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ViewKind } from '#schemas/metadata/detail.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { BlockViewProps } from './block-view.ts';
import { CardsView } from './cards-view.tsx';
import { ChainView } from './chain-view.tsx';
import { MapView } from './map-view.tsx';
import { NetworkView } from './network-view.tsx';
import type { RelatedListStore } from './related-list-store.ts';
import { RelatedTable } from './related-table.tsx';
import { TimelineView } from './timeline-view.tsx';
import './blocks.css';

/** How the looks other than a table are drawn. */
const VIEWS: Readonly<Record<Exclude<ViewKind, 'table'>, ComponentType<BlockViewProps>>> = {
  timeline: TimelineView,
  cards: CardsView,
  map: MapView,
  chain: ChainView,
  network: NetworkView,
};

/** Pictures show what there is room for; their table, or the list itself, has the rest. */
const isWhole = ({ kind }: RelatedListStore): boolean => kind === 'map' || kind === 'chain' || kind === 'network';

interface RelatedListProps {
  readonly store: RelatedListStore;
  readonly options: OptionLabels;
  /** The record on screen, for lists that show it among its like. */
  readonly own?: RecordRow | undefined;
  readonly ownName?: string;
}

/** One related list in the look that its layout chooses. */
export const RelatedList = observer(function RelatedList({ store, options, own, ownName = '' }: RelatedListProps) {
  const { id, label, help } = store.layout;
  const { page, list = [], after, failure, isLoading } = store.pages;
  return (
    <section id={id} className="detail-card" aria-labelledby={`${id}-title`}>
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
      <Rows {...{ store, options, own, ownName }} />
      {failure && (
        <Typography role="alert" variant="body2" color="error">
          {failure.message}
        </Typography>
      )}
      {((after !== null && !isWhole(store)) || failure) && (
        <Button className="detail-actions" disabled={isLoading} onClick={() => void store.loadMore()} sx={{ mt: 1 }}>
          {isLoading ? '正在加载…' : failure ? '重试' : '加载更多'}
        </Button>
      )}
    </section>
  );
});

const Rows = observer(function Rows({ store, options, own, ownName = '' }: RelatedListProps) {
  const { kind, view } = store;
  const { list = [], failure } = store.pages;
  const isOwn = store.layout.view?.own === true && own !== undefined;
  const rows = isOwn ? [own, ...list] : list;
  if (kind === 'table' || list.length === 0) return <RelatedTable store={store} options={options} />;
  if (!view) return failure ? null : <LoadingBlock height={88} />;
  const View = VIEWS[kind];
  return <View {...{ store, view, rows, options, ownName }} ownId={isOwn ? own.id : undefined} />;
});
