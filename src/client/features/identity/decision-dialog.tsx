import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Deciding } from './decision-bar.tsx';
import type { DeskStore } from './desk-store.ts';
import { KIND_WORDS } from './kind-words.ts';

interface DecisionDialogProps {
  readonly store: DeskStore;
  readonly deciding: Deciding;
  readonly onClose: () => void;
}

const MIN_REASON = 2;
const MAX_REASON = 200;

/** Reasons that staff give most; each can be added to. */
const REASONS: Readonly<Record<'reject' | 'revoke', readonly string[]>> = {
  reject: [
    '名片不清晰，请重新上传',
    '姓名与名片不一致',
    '职务与名片不一致',
    '证明材料不足，请补充',
    '未能核实您与机构的关系',
    '内容不完整，请补充',
  ],
  revoke: ['已离职', '机构已注销', '经核实身份不符', '违反平台规则'],
};

/** Asks once more before a decision; a refusal needs its reason. */
export const DecisionDialog = observer(function DecisionDialog({ store, deciding, onClose }: DecisionDialogProps) {
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="decision-title">
      {deciding === 'approve' ? (
        <Approval store={store} onClose={onClose} />
      ) : (
        <Refusal store={store} deciding={deciding} onClose={onClose} />
      )}
    </Dialog>
  );
});

const NEW = '';

const Approval = observer(function Approval({ store, onClose }: Omit<DecisionDialogProps, 'deciding'>) {
  const [linkTo, setLinkTo] = useState(store.dossier?.known?.id ?? NEW);
  if (!store.dossier) return null;
  const { case: shown, known } = store.dossier;
  const approve = async () => {
    await store.approve(linkTo === NEW ? undefined : linkTo);
    onClose();
  };
  return (
    <>
      <DialogTitle id="decision-title">
        通过“{shown.title}”的{KIND_WORDS[shown.kind].label}？
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2">通过后身份立即生效，申请人会看到结果。</Typography>
        {known && (
          <RadioGroup
            aria-label="收录方式"
            value={linkTo}
            onChange={({ target }) => setLinkTo(target.value)}
            sx={{ mt: 1.5 }}
          >
            <FormControlLabel value={known.id} control={<Radio />} label={`关联到已收录的“${known.name}”`} />
            <FormControlLabel value={NEW} control={<Radio />} label="作为新企业收录" />
          </RadioGroup>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button variant="contained" autoFocus disabled={store.isBusy} onClick={() => void approve()}>
          确认通过
        </Button>
      </DialogActions>
    </>
  );
});

interface RefusalProps extends DecisionDialogProps {
  readonly deciding: 'reject' | 'revoke';
}

const Refusal = observer(function Refusal({ store, deciding, onClose }: RefusalProps) {
  const [reason, setReason] = useState('');
  if (!store.dossier) return null;
  const { title } = store.dossier.case;
  const said = reason.trim();
  const decide = async () => {
    await (deciding === 'reject' ? store.reject(said) : store.revoke(said));
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (said.length >= MIN_REASON) void decide();
      }}
    >
      <DialogTitle id="decision-title">
        {deciding === 'reject' ? `不通过“${title}”的认证` : `撤销“${title}”的认证`}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {deciding === 'reject' ? '申请人会看到原因，并可修改后重新提交。' : '对应的身份立即取消，申请人会看到原因。'}
        </Typography>
        <Stack direction="row" role="group" aria-label="常用原因" sx={{ gap: 1, flexWrap: 'wrap', mb: 2 }}>
          {REASONS[deciding].map((each) => (
            <Chip
              key={each}
              label={each}
              variant="outlined"
              onClick={() => setReason((before) => (before.trim() === '' ? each : `${before.trim()}；${each}`))}
            />
          ))}
        </Stack>
        <TextField
          autoFocus
          fullWidth
          multiline
          minRows={2}
          maxRows={6}
          required
          label="原因"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          helperText={`${MIN_REASON} 到 ${MAX_REASON} 个字符`}
          slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={store.isBusy || said.length < MIN_REASON}>
          {deciding === 'reject' ? '确认不通过' : '确认撤销'}
        </Button>
      </DialogActions>
    </form>
  );
});
