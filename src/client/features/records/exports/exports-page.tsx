import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import { ExportRuns } from './export-runs.tsx';
import type { ExportsStore } from './exports-store.ts';
import { NewExport, type NewExportProps } from './new-export.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

type ExportsPageProps = Omit<NewExportProps, 'left' | 'quota'> & { readonly store: ExportsStore };

/** What to take along as a file, how far it has come, and what was taken before. */
export const ExportsPage = observer(function ExportsPage({ store, ...more }: ExportsPageProps) {
  useEffect(() => store.follow(), [store]);
  const { list, failure } = store;
  return (
    <>
      <PageHead title="数据导出" help="把列表保存为文件。每次导出计一次，重新下载同一份不再计次。" />
      <NewExport {...more} left={store.left} quota={store.quota} />
      <section className="personal-card" aria-labelledby="export-runs">
        <h2 id="export-runs">导出记录</h2>
        {failure && (
          <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
        )}
        {!failure && !list && <LoadingBlock height={96} />}
        {list?.length === 0 && <p className="personal-soft">还没有导出过。最近 20 次导出会保留在这里。</p>}
        {list && list.length > 0 && <ExportRuns store={store} list={list} objects={more.objects} />}
      </section>
    </>
  );
});
