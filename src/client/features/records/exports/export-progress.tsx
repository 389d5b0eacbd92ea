import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { ExportState } from '#schemas/api/exports.ts';
import { COUNTED } from '#client/features/records/base/count-labels.ts';
import type { ExportStore } from './export-store.ts';

const digits = (count: number) => count.toLocaleString('zh-CN');

/** How far an export has come, in words and as a bar, and how it ended. */
export const ExportProgress = observer(function ExportProgress({ exports }: { readonly exports: ExportStore }) {
  const { current, failure, share } = exports;
  if (failure) return <Problem words={failure.message} />;
  if (!current) return <LinearProgress aria-label="正在准备导出" />;
  if (current.status === 'failed') return <Problem words={current.message || '导出失败'} />;
  return (
    <Stack sx={{ gap: 1 }}>
      {exports.isRunning && (
        <LinearProgress
          aria-label="导出进度"
          {...(share === undefined ? { variant: 'indeterminate' } : { variant: 'determinate', value: share * 100 })}
        />
      )}
      <Typography role="status">{progressLabel(current)}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {current.fileName}
      </Typography>
      {current.status === 'ready' && (
        <Typography variant="body2" color="textSecondary">
          下载没有开始？
          <Button onClick={exports.download}>重新下载</Button>
        </Typography>
      )}
    </Stack>
  );
});

function progressLabel({ status, rows, total, totalIsExact, message, measureWord = COUNTED }: ExportState): string {
  if (status === 'ready') return '等待浏览器开始下载…';
  if (status === 'running')
    return `已导出 ${digits(rows)}${total === null ? '' : ` / ${digits(total)}${totalIsExact ? '' : '+'}`} ${measureWord}`;
  if (status === 'done') return `导出完成，共 ${digits(rows)} ${measureWord}，已保存到下载文件夹`;
  return message || '导出已取消';
}

const Problem = ({ words }: { readonly words: string }) => (
  <Typography role="alert" color="error">
    导出未完成：{words}
  </Typography>
);
