import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ExportFormat, ExportQuery } from '#schemas/api/exports.ts';
import { COUNTED, countLabel } from '#client/features/records/base/count-labels.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import { ExportProgress } from './export-progress.tsx';
import type { ExportStore } from './export-store.ts';
import { exportsLeft, quotaLabel } from './quota-label.ts';
import type { RowCount } from '#client/features/records/base/row-window.ts';

/** What can be exported: the list as it is asked for, the rows picked of it, and its columns. */
export interface ExportSource {
  readonly label: string;
  /** Filter, keyword and order, without fields. */
  readonly query: Pick<ExportQuery, 'objectApiName' | 'filter' | 'sort' | 'keyword'>;
  /** Shown columns in order, and every field that may be shown. */
  readonly visible: readonly string[];
  readonly every: readonly string[];
  readonly count: RowCount | undefined;
  /** The word by which the records are counted; 条 where they have none. */
  readonly measureWord?: string | undefined;
  readonly selection: {
    readonly isEmpty: boolean;
    /** There is nothing to export beside them. */
    readonly isFixed?: boolean;
    readonly scope: { readonly ids?: readonly string[]; readonly except?: readonly string[] };
    readonly size: (total: number | undefined) => number | undefined;
  };
}

interface ExportDialogProps {
  readonly exports: ExportStore;
  readonly source: ExportSource;
}

const FORMATS: readonly { readonly value: ExportFormat; readonly label: string; readonly help: string }[] = [
  { value: 'xlsx', label: 'Excel（.xlsx）', help: '数字、日期可直接计算和排序' },
  { value: 'csv', label: 'CSV（.csv）', help: '纯文本，体积小，适合导入其他系统' },
];

const digits = (count: number) => count.toLocaleString('zh-CN');

/** What to export and how, then how far it has come. Closing it stops nothing. */
export const ExportDialog = observer(function ExportDialog({ exports, source }: ExportDialogProps) {
  const { query, visible, every, count, measureWord = COUNTED, selection } = source;
  const [scope, setScope] = useState<'selected' | 'all'>(
    selection.isFixed === true || (exports.asked === 'selected' && !selection.isEmpty) ? 'selected' : 'all',
  );
  const [fields, setFields] = useState<'visible' | 'every'>('visible');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const isAsking = !exports.current && !exports.failure && !exports.isStarting;
  const picked = selection.size(count?.isExact === true ? count.total : undefined);
  const all = count ? `全部符合条件的 ${countLabel(count, measureWord)}` : '全部符合条件的记录';
  const start = () => {
    const { ids, except } = selection.scope;
    void exports.start({
      ...query,
      fields: [...(fields === 'visible' ? visible : every)],
      format,
      ...(scope === 'selected' && ids && { ids: [...ids] }),
      ...(scope === 'selected' && except && except.length > 0 && { except: [...except] }),
    });
  };
  return (
    <DialogFrame
      title={`导出${source.label}`}
      onClose={() => exports.close()}
      actions={
        <>
          {exports.isRunning && (
            <Button color="inherit" onClick={() => void exports.cancel()} sx={{ mr: 'auto' }}>
              取消导出
            </Button>
          )}
          {!isAsking && !exports.isRunning && !exports.isStarting && (
            <Button color="inherit" onClick={() => exports.dismiss()} sx={{ mr: 'auto' }}>
              再导出一份
            </Button>
          )}
          {exports.failure || exports.current?.status === 'failed' ? (
            <Button variant="contained" onClick={() => void exports.retry()}>
              重试
            </Button>
          ) : null}
          {exports.isRunning && (
            <Button color="inherit" onClick={() => exports.close()}>
              在后台继续
            </Button>
          )}
          {isAsking && (
            <Button variant="contained" disabled={exportsLeft(exports.quota) === 0} onClick={start}>
              开始导出
            </Button>
          )}
        </>
      }
    >
      {isAsking ? (
        <>
          <RadioChoice
            label="范围"
            value={scope}
            onChange={setScope}
            choices={[
              ...(selection.isFixed === true ? [] : [{ value: 'all' as const, label: all }]),
              ...(selection.isEmpty
                ? []
                : [
                    {
                      value: 'selected' as const,
                      label: picked === undefined ? '已选记录' : `已选 ${digits(picked)} ${measureWord}`,
                    },
                  ]),
            ]}
          />
          <RadioChoice
            label="字段"
            value={fields}
            onChange={setFields}
            choices={[
              { value: 'visible', label: `当前显示的 ${visible.length} ${selection.isFixed === true ? '项' : '列'}` },
              { value: 'every', label: `全部可见字段（${every.length} 个）` },
            ]}
          />
          <RadioChoice label="格式" value={format} onChange={setFormat} choices={FORMATS} />
          <Typography variant="body2" color="textSecondary" role="status">
            {quotaLabel(exportsLeft(exports.quota), exports.quota)}
          </Typography>
        </>
      ) : (
        <ExportProgress exports={exports} />
      )}
    </DialogFrame>
  );
});
