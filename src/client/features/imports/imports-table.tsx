import type { ImportJob } from '#schemas/api/imports.ts';
import { endsOf, number, sizeLabel, stateLabel, timeLabel } from './import-labels.ts';
import { StateChip } from './state-chip.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';

interface ImportsTableProps {
  readonly list: readonly ImportJob[];
  readonly labelOf: (objectApiName: string) => string;
  readonly hrefOf: (id: string) => string;
}

/** Imports as rows; each leads to its own page, where it is continued or undone. */
export function ImportsTable({ list, labelOf, hrefOf }: ImportsTableProps) {
  return (
    <ScrollBox className="imp-scroll" label="导入记录表">
      <table className="data-table imp-table">
        <thead>
          <tr>
            <th scope="col">文件</th>
            <th scope="col">对象</th>
            <th scope="col">状态</th>
            <th scope="col">结果</th>
            <th scope="col">上传人</th>
            <th scope="col">上传时间</th>
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((job) => (
            <tr key={job.id}>
              <td>
                <a href={hrefOf(job.id)} className="imp-file">
                  {job.fileName}
                </a>
                <span className="imp-soft"> {sizeLabel(job.fileBytes)}</span>
              </td>
              <td>{labelOf(job.objectApiName)}</td>
              <td>
                <StateChip state={job.state}>{stateLabel(job)}</StateChip>
              </td>
              <td className="imp-numbers">{resultLabel(job)}</td>
              <td>{job.author}</td>
              <td className="imp-numbers">{timeLabel(job.createdAt)}</td>
              <td>
                {job.counts && !job.undone && job.state === 'finished' && (
                  <a href={hrefOf(job.id)} aria-label={`撤销 ${job.fileName}`}>
                    撤销…
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function resultLabel({ counts, undone }: ImportJob): string {
  if (undone) return `删除 ${number(undone.removed)} · 恢复 ${number(undone.restored)} · 保留 ${number(undone.kept)}`;
  if (!counts) return '—';
  const ends = endsOf(counts).filter(({ count }) => count > 0);
  return ends.length > 0 ? ends.map(({ label, count }) => `${label} ${number(count)}`).join(' · ') : '没有数据行';
}
