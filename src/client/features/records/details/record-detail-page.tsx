import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { RecordDetail, type RecordDetailProps } from './record-detail.tsx';

interface RecordDetailPageProps extends RecordDetailProps {
  /** The record was merged into another one, whose page is the one to show. */
  readonly onMerged?: (id: string) => void;
}

/** The page of any record, as the detail layout of its object says. */
export const RecordDetailPage = observer(function RecordDetailPage({ onMerged, ...props }: RecordDetailPageProps) {
  const { definition, reply, name } = props.store;
  const merged = reply?.mergedInto;
  useEffect(() => {
    if (merged !== undefined) onMerged?.(merged);
  }, [merged, onMerged]);
  usePageTitle(name || definition?.label || '详情');
  return <RecordDetail {...props} />;
});
