import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import type { FocusStore } from './focus-store.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

interface FocusPageProps {
  readonly store: FocusStore;
  /** The form of the record, made from the metadata of its object. */
  readonly form: (id: string) => ReactNode;
}

/** Industries, phases, areas and amounts that the person follows. */
export const FocusPage = observer(function FocusPage({ store, form }: FocusPageProps) {
  useEffect(() => void store.load(), [store]);
  const { value: focus, failure, isLoading } = store.focus;
  return (
    <>
      <PageHead title="关注领域" help="您关注的行业、轮次与地区各最多 10 项，单笔金额可不填，随时可以修改。" />
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && !focus && <LoadingBlock height={220} />}
      {focus?.id === null && (
        <section className="personal-card">
          <p>还没有设置关注领域。</p>
          <p className="personal-soft">设置后可在这里随时调整。</p>
          <div className="personal-acts">
            <Button variant="contained" disabled={isLoading} onClick={() => void store.begin()}>
              开始设置
            </Button>
          </div>
        </section>
      )}
      {typeof focus?.id === 'string' && form(focus.id)}
    </>
  );
});
