import type { ImportCounts, ImportJob, ImportPreview, ImportProgress } from '#schemas/api/imports.ts';
import { formatShanghai } from '#shared/time/format.ts';

const TASKS = { check: '试运行', run: '导入', undo: '撤销' } as const;

/** State of an import in words: `试运行中`, `已导入`, `导入中断，可以继续`. */
export function stateLabel({ task, state, undone }: Pick<ImportJob, 'task' | 'state' | 'undone'>): string {
  if (task === null || state === 'draft') return '待设置';
  const name = TASKS[task];
  switch (state) {
    case 'queued':
      return `排队等待${name}`;
    case 'running':
      return `正在${name}`;
    case 'stopped':
      return `${name}已停止`;
    case 'interrupted':
      return `${name}中断，可以继续`;
    case 'failed':
      return `${name}失败`;
    default:
      if (task === 'undo') return undone && undone.kept > 0 ? '已撤销（部分保留）' : '已撤销';
      return task === 'check' ? '已试运行，尚未导入' : '已导入';
  }
}

/** Bytes for people: `1.2 MB`. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`;
  const units = ['KB', 'MB', 'GB'];
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit] ?? ''}`;
}

/** An instant in Shanghai to the minute. */
export const timeLabel = (at: string): string => formatShanghai(at, 'YYYY-MM-DD HH:mm');

export const number = (count: number): string => count.toLocaleString('zh-CN');

/** How rows ended, each count with its word; those that are 0 are left out after the first. */
export function endsOf(counts: ImportCounts): readonly { readonly label: string; readonly count: number }[] {
  return [
    { label: '新增', count: counts.created },
    { label: '更新', count: counts.updated },
    { label: '未变', count: counts.unchanged },
    { label: '重复', count: counts.duplicate },
    { label: '跳过', count: counts.skipped },
    { label: '拒绝', count: counts.rejected },
  ];
}

/** Share of the work that is done, 0 to 1. */
export const shareOf = ({ done, total }: ImportProgress): number => (total > 0 ? Math.min(done / total, 1) : 0);

/** A run that has done less of the whole than this says nothing about the time left. */
const TELLING_SHARE = 0.01;

/** Pace and time left in words, both by what this run did itself; '' before there is anything to say. */
export function paceLabel({ done, total, begun, handled, seconds }: ImportProgress, unit: string): string {
  if (seconds < 1 || handled === 0) return '';
  const own = done - begun;
  const left =
    own > total * TELLING_SHARE && done < total ? `，剩余约 ${lengthLabel((seconds / own) * (total - done))}` : '';
  return `${number(Math.round(handled / seconds))} ${unit}/秒${left}`;
}

function lengthLabel(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} 秒`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`;
}

/** Row numbers in words: `第 3、7–12 行`. */
export function rowsLabel(ranges: readonly (readonly number[])[], isAll: boolean): string {
  const parts = ranges.map(([from = 0, to = 0]) => (from === to ? String(from) : `${from}–${to}`));
  return `第 ${parts.join('、')} 行${isAll ? '' : '等'}`;
}

/** A value of a sample as short text. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）';
  if (Array.isArray(value)) return value.map((entry) => valueWords(entry)).join('、');
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'object') return String(value);
  const { num, currency, band, name, id } = value as Record<string, unknown>;
  if (num !== undefined) return `${String(num)} ${String(currency ?? '')}`.trim();
  return String(band ?? name ?? (id === undefined ? JSON.stringify(value) : `编号 ${String(id)}`));
}

/** What is wrong with a natural key, in words; none for a good one. `columns` are those that go into fields. */
export function keyWarnings(key: readonly string[], trial: ImportPreview['keyTrial'], columns: number): string[] {
  const words: string[] = [];
  const isTried = trial !== null && trial.key.length === key.length && trial.key.every((name) => key.includes(name));
  if (key.length === 0)
    words.push(
      '没有找到能唯一确定一条记录的列，请勾选至少一列作为唯一标识。没有合适的列时可以勾选全部列：同一文件重复导入不会重复，但内容有改动的行会成为新记录。',
    );
  else if (columns > 1 && key.length >= columns)
    words.push('唯一标识包含了全部要导入的列：再次导入时，内容有改动的行会成为新记录，原记录不会更新。');
  if (!isTried) return words;
  const looked = trial.isWhole ? `${number(trial.rows)} 行` : `前 ${number(trial.rows)} 行`;
  if (trial.collisions > 0) {
    const where = trial.examples.map(({ row }) => row).join('、');
    words.push(
      `${looked}中有 ${number(trial.collisions)} 行的唯一标识与前面的行相同而内容不同，导入后只留下最后一行的内容（如第 ${where} 行）。请再勾选能区分它们的列。`,
    );
  }
  if (trial.blank > 0) words.push(`${looked}中有 ${number(trial.blank)} 行的唯一标识为空，会被拒绝。`);
  return words;
}
