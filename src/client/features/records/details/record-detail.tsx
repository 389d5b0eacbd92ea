import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { detailPath } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { DetailHero } from './detail-hero.tsx';
import { DetailTabs } from './detail-tabs.tsx';
import { LockedBanner } from './locked-banner.tsx';
import { DetailRefusal, DetailSkeleton } from './detail-states.tsx';
import type { DetailPartProps } from './detail-value.tsx';
import './record-detail.css';

const PreviewBar = lazyPart(async () => (await import('./preview-bar.tsx')).PreviewBar);

export interface RecordDetailProps extends DetailPartProps {
  /** What another feature says about the record, below its head. */
  readonly panel?: ReactNode;
  /** What users write about it, above what is known of it; on a page that shows the whole of it. */
  readonly notes?: ReactNode;
  /** The tab that is open, by its label, and the way to another; none for the first one. */
  readonly place: { readonly tab: string | null; readonly onTab: (label: string | null) => void };
}

/** Any record as the detail layout of its object says: on a page of its own, or beside its list. */
export const RecordDetail = observer(function RecordDetail({
  panel,
  notes,
  place: { tab, onTab },
  ...part
}: RecordDetailProps) {
  const { store, onUpgrade } = part;
  // Before anything is read, so that only what is in this tab is asked for.
  useEffect(() => store.blocks.choose(tab), [store, tab]);
  useEffect(() => void store.load(), [store]);
  const { definition, reply } = store;
  if (store.status === 'failed' && store.failure)
    return (
      <DetailRefusal
        failure={store.failure}
        retry={() => void store.load()}
        onUpgrade={onUpgrade}
        path={detailPath(store.objectApiName, store.id)}
      />
    );
  if (!definition || !reply) return <DetailSkeleton />;
  return (
    <article className="detail">
      {store.as && <PreviewBar store={store} />}
      <DetailHero {...part} definition={definition} panel={panel} />
      <LockedBanner store={store} onUpgrade={onUpgrade} />
      {!store.as && !store.isPart && notes}
      <DetailTabs {...part} onTab={onTab} />
    </article>
  );
});
