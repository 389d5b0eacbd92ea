import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { LogFault } from '#schemas/api/audit-log.ts';
import type { LogVerifier } from './log-verifier.ts';

const FAULTS: Readonly<Record<LogFault, string>> = {
  gap: '之前有记录缺失',
  link: '与上一条不相连',
  content: '内容被改动过',
};
const RECENT = 1000;

function outcomeWords({ outcome, checked, failure, isRunning }: LogVerifier): string {
  if (failure) return `校验未能完成：${failure.message}`;
  if (isRunning) return '正在校验…';
  if (outcome === undefined) return '每条记录都带有上一条的哈希，删改任何一条都会被校验发现。';
  if (outcome === 'holds') return `校验通过：${checked} 条记录完整、未被改动。`;
  return `校验不通过：第 ${outcome.id} 条${FAULTS[outcome.fault]}。请立即联系技术人员。`;
}

/** Checks the chain of the log, and says how far it has come and what it found. */
export const VerifyBar = observer(function VerifyBar({ verifier }: { readonly verifier: LogVerifier }) {
  const { isRunning, checked, total, outcome } = verifier;
  const isBroken = outcome !== undefined && outcome !== 'holds';
  return (
    <section className={isBroken ? 'desk-verify desk-warning' : 'desk-verify'} aria-label="完整性校验">
      <p role={isBroken ? 'alert' : 'status'}>{outcomeWords(verifier)}</p>
      {isRunning && <progress aria-label="校验进度" value={checked} max={Math.max(total, 1)} />}
      <Button disabled={isRunning} onClick={() => void verifier.run(RECENT)}>
        校验最近 {RECENT} 条
      </Button>
      <Button disabled={isRunning} onClick={() => void verifier.run()}>
        校验全部
      </Button>
    </section>
  );
});
