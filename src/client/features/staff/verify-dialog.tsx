import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { LogFault } from '#schemas/api/audit-log.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import type { LogVerifier } from './log-verifier.ts';

interface VerifyDialogProps {
  readonly verifier: LogVerifier;
  readonly onClose: () => void;
}

const FAULTS: Readonly<Record<LogFault, string>> = {
  gap: '之前有记录缺失',
  link: '与上一条不相连',
  content: '内容被改动过',
  seal: '不是由平台以密钥写入的',
  anchor: '与以密钥确认过的内容不符',
};
const RECENT = 1000;

function outcomeWords({ outcome, checked, failure, isRunning }: LogVerifier): string {
  if (failure) return `校验未能完成：${failure.message}`;
  if (isRunning) return '正在校验…';
  if (outcome === undefined)
    return '每条记录都带有上一条的哈希和平台密钥的签章，删改任何一条或重写整条链都会被校验发现。';
  if (outcome === 'holds') return `校验通过：${checked} 条记录完整、未被改动。`;
  return `校验不通过：第 ${outcome.id} 条${FAULTS[outcome.fault]}。请立即联系技术人员。`;
}

/** Checks the chain of the log, and says how far it has come and what it found. */
export const VerifyDialog = observer(function VerifyDialog({ verifier, onClose }: VerifyDialogProps) {
  const { isRunning, checked, total, outcome } = verifier;
  const isBroken = outcome !== undefined && outcome !== 'holds';
  const actions = (
    <>
      <Button disabled={isRunning} onClick={() => void verifier.run(RECENT)}>
        校验最近 {RECENT} 条
      </Button>
      <Button disabled={isRunning} onClick={() => void verifier.run()}>
        校验全部
      </Button>
    </>
  );
  return (
    <DialogFrame title="完整性校验" onClose={onClose} actions={actions}>
      <Alert severity={isBroken ? 'error' : outcome ? 'success' : 'info'} role={isBroken ? 'alert' : 'status'}>
        {outcomeWords(verifier)}
      </Alert>
      {isRunning && <progress aria-label="校验进度" value={checked} max={Math.max(total, 1)} />}
    </DialogFrame>
  );
});
