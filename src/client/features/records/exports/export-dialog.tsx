import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { ExportFormat, ExportQuery } from '#schemas/api/exports.ts';
import { countLabel } from '#client/features/records/base/count-labels.ts';
import { ExportProgress } from './export-progress.tsx';
import type { ExportStore } from './export-store.ts';
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
  readonly selection: {
    readonly isEmpty: boolean;
    readonly scope: { readonly ids?: readonly string[]; readonly except?: readonly string[] };
    readonly size: (total: number | undefined) => number | undefined;
  };
}

interface ExportDialogProps {
  readonly exports: ExportStore;
  readonly source: ExportSource;
}

const FORMATS: readonly { readonly format: ExportFormat; readonly label: string; readonly help: string }[] = [
  { format: 'xlsx', label: 'Excel（.xlsx）', help: '数字、日期可直接计算和排序' },
  { format: 'csv', label: 'CSV（.csv）', help: '纯文本，体积小，适合导入其他系统' },
];

const digits = (count: number) => count.toLocaleString('zh-CN');

/** What to export and how, then how far it has come. Closing it stops nothing. */
export const ExportDialog = observer(function ExportDialog({ exports, source }: ExportDialogProps) {
  const { query, visible, every, count, selection } = source;
  const [scope, setScope] = useState(exports.asked === 'selected' && !selection.isEmpty ? 'selected' : 'all');
  const [fields, setFields] = useState<'visible' | 'every'>('visible');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const isAsking = !exports.current && !exports.failure && !exports.isStarting;
  const picked = selection.size(count?.isExact === true ? count.total : undefined);
  const all = count ? `全部符合条件的 ${countLabel(count)}` : '全部符合条件的记录';
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
    <Dialog open onClose={() => exports.close()} fullWidth maxWidth="xs" aria-labelledby="export-title">
      <DialogTitle id="export-title">导出{source.label}</DialogTitle>
      <DialogContent>
        {isAsking ? (
          <Stack sx={{ gap: 2 }}>
            <Choice
              label="范围"
              value={scope}
              onChange={setScope}
              choices={[
                { value: 'all', label: all },
                ...(selection.isEmpty
                  ? []
                  : [{ value: 'selected', label: picked === undefined ? '已选记录' : `已选 ${digits(picked)} 条` }]),
              ]}
            />
            <Choice
              label="字段"
              value={fields}
              onChange={(next) => setFields(next === 'every' ? 'every' : 'visible')}
              choices={[
                { value: 'visible', label: `当前显示的 ${visible.length} 列` },
                { value: 'every', label: `全部可见字段（${every.length} 个）` },
              ]}
            />
            <Choice
              label="格式"
              value={format}
              onChange={(next) => setFormat(next === 'csv' ? 'csv' : 'xlsx')}
              choices={FORMATS.map((way) => ({ value: way.format, label: way.label, help: way.help }))}
            />
          </Stack>
        ) : (
          <ExportProgress exports={exports} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
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
        <Button color="inherit" onClick={() => exports.close()}>
          {exports.isRunning ? '在后台继续' : '关闭'}
        </Button>
        {isAsking && (
          <Button variant="contained" onClick={start}>
            开始导出
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
});

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (next: string) => void;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly help?: string }[];
}

function Choice({ label, value, onChange, choices }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <FormLabel id={id} sx={{ fontSize: 13 }}>
        {label}
      </FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            control={<Radio size="small" />}
            label={
              <>
                {choice.label}
                {choice.help !== undefined && (
                  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                    {choice.help}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </div>
  );
}
