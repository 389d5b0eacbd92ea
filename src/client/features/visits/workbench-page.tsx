import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { TileList } from './tile-list.tsx';
import type { WorkbenchStore } from './workbench-store.ts';
import './visits.css';

interface WorkbenchPageProps {
  readonly store: WorkbenchStore;
  /** Leads to the projects that can be looked at. */
  readonly onBrowse: () => void;
}

/** What an investor looked at, what is new of it, and what is followed up. */
export const WorkbenchPage = observer(function WorkbenchPage({ store, onBrowse }: WorkbenchPageProps) {
  usePageTitle('工作台');
  useEffect(() => void store.workbench.refresh(), [store]);
  const { value, failure } = store.workbench;
  const isEmpty = value?.visited === 0 && value.deals.length === 0;
  return (
    <div className="page-column visits">
      <PageHead title="工作台" help="您看过的和正在跟进的企业与项目，只有您自己可见。点击数字可查看对应列表。" />
      {failure && (
        <Notice
          isAlert
          title={failure.message}
          action={{ label: '重试', onPress: () => void store.workbench.load() }}
        />
      )}
      {!failure && !value && <LoadingBlock height={240} />}
      {isEmpty && (
        <Notice
          title="还没有浏览和跟进的记录。打开企业或融资项目的页面后，会出现在这里。"
          action={{ label: '查看融资项目', onPress: onBrowse }}
        />
      )}
      {value && !isEmpty && (
        <>
          <TileList label="浏览" tiles={store.visits} />
          <TileList label="跟进" tiles={store.deals} />
        </>
      )}
    </div>
  );
});
