import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Closing, ClosingReason } from '#schemas/api/profile.ts';
import { CLOSING_REASONS } from '#schemas/generated/api/profile.ts';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { ClosingStore } from './closing-store.ts';
import { ClosingLosses } from './closing-losses.tsx';
import { ProofFields } from './proof-fields.tsx';

interface ClosingCardProps {
  readonly store: ClosingStore;
  readonly phone: string | null;
  readonly onClosed: () => void;
}

const REASON_LABELS: Readonly<Record<ClosingReason, string>> = {
  unused: '不再使用',
  privacy: '担心隐私',
  data: '数据不符合需要',
  price: '价格原因',
  duplicate: '有其他账号',
  other: '其他',
};

/** The way out for good. */
export const ClosingCard = observer(function ClosingCard({ store, phone, onClosed }: ClosingCardProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    void store.terms.load();
  };
  return (
    <section className="personal-card" aria-label="注销账号">
      <div className="personal-row">
        <div>
          <b>注销账号</b>
          <p className="personal-soft">立即生效且无法恢复。注销前会列出将被删除的内容。</p>
        </div>
        {!isOpen && (
          <Button color="error" onClick={open}>
            注销账号
          </Button>
        )}
      </div>
      {isOpen && store.terms.failure && (
        <Notice
          isAlert
          title={store.terms.failure.message}
          action={{ label: '重试', onPress: () => void store.terms.load() }}
        />
      )}
      {isOpen && !store.terms.failure && !store.terms.value && <LoadingBlock height={160} />}
      {isOpen && store.terms.value && (
        <Weigh
          store={store}
          closing={store.terms.value}
          phone={phone}
          onClosed={onClosed}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  );
});

interface WeighProps extends ClosingCardProps {
  readonly closing: Closing;
  readonly onCancel: () => void;
}

const Weigh = observer(function Weigh({ store, closing, phone, onClosed, onCancel }: WeighProps) {
  const [isAsking, setAsking] = useState(false);
  if (closing.hindrance !== null)
    return (
      <p className="personal-warn" role="alert">
        {closing.hindrance}
      </p>
    );
  const close = async () => {
    // What was wrong with the proof is said at its field, which the dialog covers.
    if (await store.close()) onClosed();
  };
  return (
    <Stack sx={{ gap: 1.5, mt: 1.5, maxWidth: 620 }}>
      <ClosingLosses closing={closing} />
      <TextField
        select
        label="注销原因"
        value={store.reason}
        onChange={({ target }) => store.because(target.value as ClosingReason | '')}
        sx={{ maxWidth: 420 }}
      >
        <MenuItem value="">不说明</MenuItem>
        {CLOSING_REASONS.map((reason) => (
          <MenuItem key={reason} value={reason}>
            {REASON_LABELS[reason]}
          </MenuItem>
        ))}
      </TextField>
      <Stack sx={{ gap: 1.5, maxWidth: 420 }}>
        {store.proof && (
          <ProofFields proof={store.proof} passwordLabel="登录密码" phone={phone} problem={store.proofProblem} />
        )}
      </Stack>
      <div>
        <FormControlLabel
          control={<Checkbox size="small" checked={store.agreed} onChange={(_, on) => store.agree(on)} />}
          label="我已了解注销后上述内容将被删除且无法恢复"
        />
        {store.hasLosses && (
          <FormControlLabel
            control={<Checkbox size="small" checked={store.forfeit} onChange={(_, on) => store.letGo(on)} />}
            label="我自愿放弃剩余的鲸币与 SVIP，不要求退还"
          />
        )}
      </div>
      <div className="personal-acts" style={{ marginTop: 0 }}>
        <Button variant="contained" color="error" disabled={!store.isReady} onClick={() => setAsking(true)}>
          注销账号
        </Button>
        <Button color="inherit" onClick={onCancel}>
          取消
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="确定注销账号？"
          confirm="确定注销"
          busyWord="正在注销…"
          isGrave
          onSubmit={close}
          onClose={() => setAsking(false)}
        >
          此操作立即生效，无法撤销。所有设备会退出登录，手机号可以重新注册为新账号。
        </ConfirmDialog>
      )}
    </Stack>
  );
});
