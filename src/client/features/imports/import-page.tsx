import { usePageTitle } from '#client/lib/page-title.ts';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ImportDetail } from '#schemas/api/imports.ts';
import { Notice } from '#client/ui/notice.tsx';
import { sizeLabel, stateLabel, timeLabel } from './import-labels.ts';
import type { ImportStore } from './import-store.ts';
import { MappingCard } from './mapping-card.tsx';
import type { ObjectChoice } from './new-import.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { ReadingCard } from './reading-card.tsx';
import { StateChip } from './state-chip.tsx';
import { TaskCard } from './task-card.tsx';
import { UndoCard } from './undo-card.tsx';
import './imports.css';
import './import-parts.css';

interface ImportPageProps {
  readonly store: ImportStore;
  readonly objects: readonly ObjectChoice[];
  readonly recordHref: (objectApiName: string, id: string) => string;
  /** The list of an object; undefined where it has none. */
  readonly listHref: (objectApiName: string) => string | undefined;
  readonly importsHref: string;
  readonly onRemoved: () => void;
}

/** One import from its preview over dry run and report to its undo. */
export const ImportPage = observer(function ImportPage(props: ImportPageProps) {
  const { store, objects, recordHref, listHref, importsHref, onRemoved } = props;
  const { detail } = store;
  usePageTitle(detail ? `导入 ${detail.job.fileName}` : '导入');
  if (store.failure) {
    return (
      <Notice
        isPage
        isAlert
        title={store.failure.message}
        action={{ label: '重试', onPress: () => void store.load() }}
      />
    );
  }
  if (!detail) return <Notice isPage title="正在读取……" />;
  const { job } = detail;
  const labelOf = (name: string) => objects.find(({ apiName }) => apiName === name)?.label ?? name;
  const list = listHref(job.objectApiName);
  const outcome = outcomeOf(detail);
  const remove = async () => {
    if (await store.remove()) onRemoved();
  };
  return (
    <div className="page-column imp">
      <nav className="imp-back" aria-label="位置">
        <a href={importsHref}>导入</a>
        <span aria-hidden> / </span>
        <span>{labelOf(job.objectApiName)}</span>
      </nav>
      <header className="imp-head imp-head-row">
        <div>
          <h1>{job.fileName}</h1>
          <p>
            {sizeLabel(job.fileBytes)} · 导入到{labelOf(job.objectApiName)} · {job.author} 上传于{' '}
            {timeLabel(job.createdAt)}
            {!store.isOpen && store.notifies && ' · 通知订阅者'}
          </p>
        </div>
        <span aria-live="polite">
          <StateChip state={job.state}>{stateLabel(job)}</StateChip>
        </span>
        {store.isOpen && !store.isBusy && (
          <Button onClick={() => void remove()} disabled={store.isAsking}>
            删除这次导入
          </Button>
        )}
      </header>
      {detail.note !== '' && <p className="imp-note">{detail.note}</p>}
      {!detail.fileHere && !detail.result && (
        <p className="imp-problem" role="alert">
          上传的文件不在这台服务器上。请在上传它的服务器上操作，或让各服务器共用同一个数据文件夹。
        </p>
      )}
      {store.isOpen && !store.isBusy && <ReadingCard store={store} />}
      {store.isOpen && !store.isBusy && store.draft && <MappingCard store={store} draft={store.draft} />}
      <TaskCard store={store} />
      {outcome && (
        <OutcomeCard {...outcome} jobId={job.id} store={store} labelOf={labelOf} recordHref={recordHref}>
          {detail.result && list !== undefined && <a href={list}>打开{labelOf(job.objectApiName)}列表</a>}
        </OutcomeCard>
      )}
      <UndoCard store={store} labelOf={labelOf} recordHref={recordHref} />
    </div>
  );
});

/** What the import has brought, or what its dry run foretells. */
function outcomeOf({ result, check }: ImportDetail) {
  if (result) return { title: '导入结果', task: 'run', outcome: result } as const;
  return check && ({ title: '试运行结果（没有写入任何内容）', task: 'check', outcome: check } as const);
}
