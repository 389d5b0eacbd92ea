import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Failing } from '#schemas/api/metadata-impact.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { Plan } from '#client/features/metadata/base/object-editor-store.ts';
import { sendable } from '#client/features/metadata/draft/definition-edits.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Examples } from './impact-examples.tsx';
import { LossSection } from './loss-section.tsx';

interface ImpactProps extends DraftProps {
  readonly plan: Plan;
}

/** Before saving: where else a field is used that goes, and how many records the change would refuse from now on. */
export const ImpactSection = observer(function ImpactSection({ deps, draft, plan }: ImpactProps) {
  const { impact } = deps;
  const { uses, tightened, recasts, records } = plan;
  const isAsked = tightened.length + recasts.length > 0;
  const { current, baseVersion } = draft;
  useEffect(() => {
    if (isAsked) void impact.count(baseVersion, sendable(current));
    return () => impact.stop();
  }, [impact, current, baseVersion, isAsked]);
  const labels = new Map(draft.base?.fields.map(({ apiName, label }) => [apiName, label]));
  return (
    <>
      {uses.length > 0 && (
        <section aria-label="其他位置">
          <h3>还用在这些位置（{uses.length}）</h3>
          <ul className="meta-impact">
            {uses.map(({ field, place }) => (
              <li key={`${field}-${place}`}>
                字段“<bdi>{labels.get(field) ?? field}</bdi>”：<bdi>{place}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LossSection deps={deps} draft={draft} plan={plan} />
      {isAsked && (
        <section aria-label="已有记录">
          <h3>已有记录</h3>
          <Progress deps={deps} records={records} />
          <ul className="meta-impact">
            {impact.failing.map((one) => (
              <li key={one.key}>
                <bdi>{one.words}</bdi>：
                {one.count === 0 ? '没有记录不符合' : `${one.count.toLocaleString('en-US')} 条记录不符合`}
                <Examples first={one.first} objectApiName={draft.current.apiName} />
                <OpenList deps={deps} draft={draft} failing={one} />
              </li>
            ))}
          </ul>
          {impact.failing.some(({ count }) => count > 0) && (
            <p className="meta-none">保存后，这些记录照常显示；修改到不符合的值时才需要改正。</p>
          )}
          {impact.failing.some(({ key, count }) => count > 0 && key.endsWith('.unique')) && (
            <Alert severity="warning">值有重复时不能设为“不可重复”，请先打开这些记录改好，再保存</Alert>
          )}
          {impact.failure !== undefined && <Alert severity="error">{impact.failure}</Alert>}
        </section>
      )}
    </>
  );
});

const Progress = observer(function Progress({
  deps: { impact },
  records,
}: Pick<DraftProps, 'deps'> & { readonly records: number | null }) {
  const { state, checked } = impact;
  const seen = checked.toLocaleString('en-US');
  if (state === 'done') return <p role="status">已检查全部 {seen} 条</p>;
  if (state !== 'counting') return <p role="status">已停止：检查了 {seen} 条</p>;
  const share = records ? Math.min(99, Math.floor((checked / records) * 100)) : undefined;
  return (
    <div className="meta-impact-progress">
      <LinearProgress
        aria-label="正在检查已有记录"
        {...(share !== undefined && { variant: 'determinate', value: share })}
      />
      <span>已检查 {seen} 条，不影响其他人使用</span>
      <Button size="small" color="inherit" onClick={() => impact.stop()}>
        停止检查
      </Button>
    </div>
  );
});

const OpenList = observer(function OpenList({ deps, draft, failing }: DraftProps & { readonly failing: Failing }) {
  const { impact } = deps;
  const route = draft.base?.route;
  if (failing.count === 0 || route === undefined) return null;
  const address = impact.address(route, failing);
  if (address !== undefined) {
    return (
      <Button size="small" component="a" href={hashAddress(address)} target="_blank" rel="noopener">
        在列表中打开
      </Button>
    );
  }
  const isPart = failing.ids.length < failing.count;
  const open = async () => {
    const kept = await impact.keep(draft.current.apiName, route, failing);
    if (kept !== undefined) window.open(hashAddress(kept), '_blank', 'noopener');
  };
  return (
    <Button size="small" onClick={() => void open()}>
      {isPart ? `前 ${failing.ids.length} 条存为清单并打开` : '存为清单并打开'}
    </Button>
  );
});
