import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { MAX_PACKAGE_BYTES } from '#schemas/generated/metadata/package.ts';
import { formatShanghai } from '#shared/time/format.ts';
import type { PackageStore } from './package-store.ts';
import { PlanList } from './plan-list.tsx';

/** Takes a package, shows what it would change, and brings it in. */
export const ImportCard = observer(function ImportCard({ store }: { readonly store: PackageStore }) {
  const picker = useRef<HTMLInputElement>(null);
  const { file, plan, planning, outcome } = store;
  const take = async (picked: File | undefined) => {
    if (picked) await store.open(picked.name, await picked.text());
  };
  return (
    <section className="meta-card pack-card" aria-labelledby="pack-import">
      <h2 id="pack-import">引入</h2>
      <p className="meta-count">
        先看计划再引入；一次引入要么全部生效，要么什么都不改。文件最多 {MAX_PACKAGE_BYTES / 1024 / 1024} MB
      </p>
      <div className="meta-actions pack-pick">
        <Button
          variant={plan ? 'outlined' : 'contained'}
          disabled={planning.isBusy}
          onClick={() => picker.current?.click()}
        >
          {planning.isBusy ? '正在读取…' : plan ? '换一个文件' : '选择文件'}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label="元数据包"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {file && plan && (
          <span className="meta-count">
            {plan.title}（{file.name}，导出于 {formatShanghai(plan.madeAt, 'YYYY-MM-DD HH:mm')}）
          </span>
        )}
      </div>
      {planning.failure && (
        <div role="alert" className="pack-fault">
          <p>{planning.failure.message}</p>
          {planning.failure.problems.length > 1 && (
            <ul>
              {planning.failure.problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {message} <code>{field}</code>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {plan && <PlanActions store={store} />}
      {outcome !== '' && (
        <p role="status" className="pack-outcome">
          {outcome}
        </p>
      )}
    </section>
  );
});

const PlanActions = observer(function PlanActions({ store }: { readonly store: PackageStore }) {
  const { plan, planning, applying, unanswered, changesRights, acceptRights } = store;
  const isIdle = plan?.items.every(({ state }) => state === 'same') === true;
  const isHeld = applying.isBusy || planning.isBusy || unanswered > 0 || isIdle || (changesRights && !acceptRights);
  return (
    <>
      <PlanList store={store} />
      {isIdle && <p className="meta-count">包中的内容与现有的相同，没有要引入的</p>}
      {unanswered > 0 && (
        <div className="meta-actions">
          <span className="meta-count">还有 {unanswered} 处冲突未选择</span>
          <Button onClick={() => void store.chooseAll('mine')}>全部保留现有</Button>
          <Button onClick={() => void store.chooseAll('theirs')}>全部采用包中的</Button>
        </div>
      )}
      {changesRights && (
        <label className="pack-accept">
          <input type="checkbox" checked={acceptRights} onChange={(event) => store.accept(event.target.checked)} />
          <span>我已看过上面的权限变化，同意这样改</span>
        </label>
      )}
      {applying.failure && (
        <div role="alert" className="pack-fault">
          <p>{applying.failure.message}</p>
        </div>
      )}
      <div className="meta-actions">
        <Button color="inherit" onClick={() => store.close()}>
          放弃
        </Button>
        <Button variant="outlined" disabled={isHeld} onClick={() => void store.apply(true)}>
          试运行
        </Button>
        <Button variant="contained" disabled={isHeld} onClick={() => void store.apply(false)}>
          {applying.isBusy ? '正在处理…' : '引入'}
        </Button>
      </div>
    </>
  );
});
