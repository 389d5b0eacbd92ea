import { usePageTitle } from '#client/lib/page-title.ts';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { HelpAt } from '#client/ui/help-at.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { ImportsTable } from './imports-table.tsx';
import type { ImportsStore } from './imports-store.ts';
import { NewImport, type ObjectChoice } from './new-import.tsx';
import './imports.css';

interface ImportsPageProps {
  readonly store: ImportsStore;
  readonly objects: readonly ObjectChoice[];
  /** Object that the person came from; '' when none. */
  readonly chosen: string;
  readonly hrefOf: (id: string) => string;
  readonly onUploaded: (id: string) => void;
}

/** Every import there was, and the way to a new one. */
export const ImportsPage = observer(function ImportsPage({
  store,
  objects,
  chosen,
  hrefOf,
  onUploaded,
}: ImportsPageProps) {
  usePageTitle('导入');
  return (
    <div className="page-column imp">
      <header className="imp-head">
        <h1>导入</h1>
        <p>把 CSV、Excel 或 JSON 行文件整理成记录。每次导入都可以先试运行，导入后也能整次撤销。</p>
        <HelpAt place="/staff/import" />
      </header>
      <NewImport store={store} objects={objects} chosen={chosen} onUploaded={onUploaded} />
      <section className="paper-card" aria-labelledby="imports-list">
        <h2 id="imports-list">导入记录</h2>
        {store.jobs.failure && (
          <Notice
            isAlert
            title={store.jobs.failure.message}
            action={{ label: '重试', onPress: () => void store.load() }}
          />
        )}
        {!store.jobs.failure && !store.jobs.value && <p className="imp-soft">正在读取……</p>}
        {store.jobs.value?.length === 0 && (
          <Notice title="还没有导入过文件">选好对象，把文件拖到上面的方框里即可开始。</Notice>
        )}
        {store.jobs.value && store.jobs.value.length > 0 && (
          <ImportsTable list={store.jobs.value} labelOf={(name) => labelIn(objects, name)} hrefOf={hrefOf} />
        )}
        {store.jobs.value && store.jobs.value.length > 0 && (
          <Button onClick={() => void store.load()} sx={{ mt: 1 }}>
            刷新
          </Button>
        )}
      </section>
    </div>
  );
});

const labelIn = (objects: readonly ObjectChoice[], name: string): string =>
  objects.find(({ apiName }) => apiName === name)?.label ?? name;
