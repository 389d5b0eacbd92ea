import type { ImportCounts, ImportJob } from '#schemas/api/imports.ts';
import type { Counts } from '#server/features/imports/report/counts.ts';
import type { Job } from './queries.ts';

/** What the stopped run of an import is known by. */
export const runIdOf = (jobId: string): string => `web:${jobId}`;

/** Counts without what only reports need. */
export function shownCounts(counts: Counts): ImportCounts {
  const { repairedCells: _cells, reasons: _reasons, ...shown } = counts;
  return structuredClone(shown);
}

/** An import as the wire shows it; `names` are those of accounts. */
export function shownJob(job: Job, names: ReadonlyMap<string, string>): ImportJob {
  const { undo, result } = job;
  return {
    id: job.id,
    objectApiName: job.objectApiName,
    fileName: job.fileName,
    fileBytes: job.fileBytes,
    format: job.format,
    author: names.get(job.author) ?? '',
    createdAt: job.createdAt,
    task: job.task,
    state: job.state,
    problem: job.problem,
    counts: result?.counts ?? null,
    undone: undo && { removed: undo.removed, restored: undo.restored, kept: undo.kept, gone: undo.gone },
    undoneBy: undo ? (names.get(job.wantedBy ?? '') ?? '') : '',
  };
}

/** What can be asked of an import next, or why not: Chinese words, '' when it may. */
export function startFault(job: Job, task: 'check' | 'run' | 'undo', hasKept: boolean): string {
  if (job.state === 'queued' || job.state === 'running') return '这次导入正在进行或排队，请等它结束或先停止';
  if (task === 'undo') {
    if (job.undo?.done) return '这次导入已经撤销';
    return job.result || hasKept || job.undo ? '' : '这次导入没有写入任何内容，不需要撤销';
  }
  if (job.undo) return '这次导入已经开始撤销，不能再导入；请重新上传文件';
  if (job.result) return '这次导入已经完成；请重新上传文件';
  if (!job.mapping) return '还没有设置字段对应关系';
  return task === 'check' && hasKept ? '这次导入已经写入了一部分，请继续导入或撤销' : '';
}
