import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ImportStore } from './import-store.ts';
import { number } from './import-labels.ts';

interface UndoCardProps {
  readonly store: ImportStore;
  readonly labelOf: (objectApiName: string) => string;
  readonly recordHref: (objectApiName: string, id: string) => string;
}

const REASONS: Readonly<Record<string, string>> = {
  changed: '导入后有人修改过',
  linked: '有其他记录关联到它',
};

/** Takes a whole import back, and says what was left alone and why. */
export const UndoCard = observer(function UndoCard({ store, labelOf, recordHref }: UndoCardProps) {
  const [isAsked, setAsked] = useState(false);
  const { detail } = store;
  if (!detail || store.isBusy) return null;
  const { job, kept } = detail;
  const wrote = detail.result !== null || (job.task === 'run' && job.state !== 'draft' && job.state !== 'finished');
  if (job.undone) {
    const { removed, restored, kept: keptCount, gone } = job.undone;
    return (
      <section className="paper-card" aria-labelledby="undone">
        <h2 id="undone">撤销结果</h2>
        <p>
          删除了新增的 {number(removed)} 条，把 {number(restored)} 条恢复为导入前的内容
          {gone > 0 ? `，${number(gone)} 条此前已不存在` : ''}。{job.undoneBy !== '' ? `操作人：${job.undoneBy}。` : ''}
        </p>
        {keptCount > 0 && (
          <>
            <h3>没有撤销的 {number(keptCount)} 条</h3>
            <ul className="imp-kept">
              {kept.map(({ objectApiName, id, name, reason }) => (
                <li key={`${objectApiName}/${id}`}>
                  <a href={recordHref(objectApiName, id)}>{name === '' ? `编号 ${id}` : name}</a>
                  <span className="imp-soft">
                    {labelOf(objectApiName)} · {REASONS[reason] ?? reason}
                  </span>
                </li>
              ))}
            </ul>
            {keptCount > kept.length && <p className="imp-soft">只列出前 {kept.length} 条。</p>}
          </>
        )}
      </section>
    );
  }
  if (!wrote) return null;
  return (
    <section className="paper-card" aria-labelledby="undo">
      <h2 id="undo">撤销整次导入</h2>
      <p>
        删除这次新增的记录，把更新过的记录恢复为导入前的内容。导入后有人改过、或被其他记录关联的会保留并列出。随时可以撤销，不限于今天。
      </p>
      <div className="imp-actions">
        {isAsked ? (
          <>
            <span role="alert">确定撤销“{job.fileName}”的整次导入吗？</span>
            <Button
              variant="contained"
              color="error"
              autoFocus
              disabled={store.isAsking}
              onClick={() => void store.start('undo').then(() => setAsked(false))}
            >
              确定撤销
            </Button>
            <Button onClick={() => setAsked(false)}>不撤销</Button>
          </>
        ) : (
          <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
            撤销整次导入…
          </Button>
        )}
      </div>
    </section>
  );
});
