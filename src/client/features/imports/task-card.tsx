import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ImportStore } from './import-store.ts';
import { endsOf, number, paceLabel, shareOf } from './import-labels.ts';

const NAMES = { check: '试运行', run: '导入', undo: '撤销' } as const;

/** Dry run and import: beginning them, how far they are, stopping and going on. */
export const TaskCard = observer(function TaskCard({ store }: { readonly store: ImportStore }) {
  const { detail } = store;
  if (!detail) return null;
  const { job } = detail;
  const canGoOn = job.state === 'stopped' || job.state === 'interrupted' || job.state === 'failed';
  const goesOn = canGoOn && job.task !== null && job.task !== 'check' ? job.task : undefined;
  if (!store.isBusy && !store.isOpen && goesOn === undefined && store.problem === '') return null;
  return (
    <section className="paper-card" aria-labelledby="task">
      <h2 id="task">{store.isOpen && !store.isBusy ? '3 试运行与导入' : job.task ? NAMES[job.task] : '导入'}</h2>
      {store.isBusy && <Progress store={store} />}
      {canGoOn && job.problem !== '' && (
        <p className="imp-problem" role="alert">
          {job.problem}
        </p>
      )}
      {store.problem !== '' && (
        <p className="imp-problem" role="alert">
          {store.problem}
        </p>
      )}
      {goesOn !== undefined && (
        <p>已经写入的内容都在，可以从停下的地方继续{goesOn === 'run' ? '，也可以撤销' : ''}。</p>
      )}
      {store.isOpen && !store.isBusy && store.draft && (
        <p>
          <label className="imp-key">
            <input
              type="checkbox"
              checked={store.notifies}
              onChange={(event) => store.setNotify(event.target.checked)}
            />
            <span>通知订阅者</span>
          </label>
          <small>　新增和更新的内容会像逐条编辑一样通知订阅者；补录历史数据时不必勾选。</small>
        </p>
      )}
      <div className="imp-actions">
        {store.isBusy && (
          <Button variant="outlined" disabled={store.isAsking} onClick={() => void store.stop()}>
            停止
          </Button>
        )}
        {goesOn !== undefined && (
          <Button variant="contained" disabled={store.isAsking} onClick={() => void store.start(goesOn)}>
            继续{NAMES[goesOn]}
          </Button>
        )}
        {store.isOpen && !store.isBusy && <Begin store={store} />}
      </div>
    </section>
  );
});

const Begin = observer(function Begin({ store }: { readonly store: ImportStore }) {
  const { draft, detail } = store;
  const isReady = draft !== undefined && draft.mapping.key.length > 0 && draft.mapping.fields.length > 0;
  const isWaiting = store.isAsking || !isReady;
  return (
    <>
      <Button
        variant={store.isTried ? 'outlined' : 'contained'}
        disabled={isWaiting}
        onClick={() => void store.start('check')}
      >
        {detail?.check ? '再次试运行' : '试运行'}
      </Button>
      <Button
        variant={store.isTried ? 'contained' : 'outlined'}
        disabled={isWaiting}
        onClick={() => void store.start('run')}
      >
        {store.isTried ? '开始导入' : '不试运行，直接导入'}
      </Button>
      <span className="imp-soft">试运行读完整个文件并逐行核对，但不写入任何内容。</span>
    </>
  );
});

const Progress = observer(function Progress({ store }: { readonly store: ImportStore }) {
  const { detail } = store;
  if (!detail) return null;
  const { job, progress, running, ahead } = detail;
  if (job.state === 'queued') {
    return <p role="status">{ahead > 0 ? `前面还有 ${ahead} 个导入，轮到时会自动开始。` : '马上开始……'}</p>;
  }
  const share = progress ? shareOf(progress) : undefined;
  const unit = job.task === 'undo' ? '条' : '行';
  return (
    <div className="imp-progress">
      <progress aria-label="进度" {...(share !== undefined && { value: share, max: 1 })} />
      <p>
        {share === undefined || !progress
          ? '正在核对文件……'
          : `${Math.floor(share * 100)}%　${paceLabel(progress, unit)}`}
      </p>
      {running && (
        <p className="imp-numbers">
          已读 {number(running.lines)} 行：
          {endsOf(running)
            .filter(({ count }) => count > 0)
            .map(({ label, count }) => `${label} ${number(count)}`)
            .join(' · ')}
        </p>
      )}
      <p className="imp-soft">可以离开此页，不影响进行；停止后已写入的内容会保留，可继续或撤销。</p>
    </div>
  );
});
