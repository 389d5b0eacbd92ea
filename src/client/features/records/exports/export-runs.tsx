import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { ExportState } from '#schemas/api/exports.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import type { ExportsStore } from './exports-store.ts';
import type { ExportChoice } from './new-export.tsx';

const digits = (count: number) => count.toLocaleString('zh-CN');

interface ExportRunsProps {
  readonly store: ExportsStore;
  readonly list: readonly ExportState[];
  readonly objects: readonly ExportChoice[];
}

/** What was exported, the newest first. */
export function ExportRuns({ store, list, objects }: ExportRunsProps) {
  return (
    <ul className="personal-rows">
      {list.map((run) => (
        <Run
          key={run.id}
          run={run}
          label={objects.find(({ apiName }) => apiName === run.objectApiName)?.label ?? run.objectApiName}
          store={store}
        />
      ))}
    </ul>
  );
}

interface RunProps {
  readonly run: ExportState;
  readonly label: string;
  readonly store: ExportsStore;
}

function Run({ run, label, store }: RunProps) {
  const isRunning = run.status === 'running';
  const share =
    isRunning && run.total !== null && run.total > 0 ? Math.min(100, (run.rows / run.total) * 100) : undefined;
  return (
    <li className="personal-row">
      <div>
        <b>{run.fileName}</b>
        <p className="personal-soft">
          {label} · {run.format === 'xlsx' ? 'Excel' : 'CSV'} · {shownMoment(run.createdAt)} · {stateLabel(run)}
        </p>
        {isRunning && (
          <LinearProgress
            aria-label={`${run.fileName} 的进度`}
            sx={{ mt: 0.5, maxWidth: 420 }}
            {...(share === undefined ? { variant: 'indeterminate' } : { variant: 'determinate', value: share })}
          />
        )}
      </div>
      {isRunning ? (
        <Button color="inherit" onClick={() => void store.cancel(run.id)} aria-label={`取消 ${run.fileName}`}>
          取消
        </Button>
      ) : (
        <Button onClick={() => store.download(run.id)} aria-label={`下载 ${run.fileName}`}>
          {run.status === 'done' ? '重新下载' : '下载'}
        </Button>
      )}
    </li>
  );
}

function stateLabel({ status, rows, total, totalIsExact, message, measureWord = COUNTED }: ExportState): string {
  if (status === 'ready') return '等待下载';
  if (status === 'running')
    return total === null
      ? `已导出 ${digits(rows)} ${measureWord}`
      : `已导出 ${digits(rows)} / ${digits(total)}${totalIsExact ? '' : '+'} ${measureWord}`;
  if (status === 'done') return `完成，共 ${digits(rows)} ${measureWord}`;
  return message || (status === 'failed' ? '失败' : '已取消');
}
