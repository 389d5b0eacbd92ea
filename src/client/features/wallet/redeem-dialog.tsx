import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { Redeem } from './redeem.ts';

interface RedeemProps {
  readonly redeem: Redeem;
}

const MAX_CODE = 40;

/** Where a redemption code is typed. */
export function RedeemDialog({ redeem, onClose }: RedeemProps & { readonly onClose: () => void }) {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title="使用兑换码"
      confirm="兑换"
      busyWord="正在兑换…"
      isReady={code.trim() !== ''}
      onSubmit={() => redeem(code.trim())}
      onClose={onClose}
    >
      <TextField
        label="兑换码"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        value={code}
        onChange={({ target }) => setCode(target.value)}
        helperText="16 位字母与数字，不区分大小写，可不填连字符"
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: MAX_CODE, autoCapitalize: 'characters', spellCheck: false } }}
        sx={{ '& input': { letterSpacing: '0.08em' }, '& input::placeholder': { opacity: 0.5 } }}
      />
    </FormDialog>
  );
}

/** The way to the dialog. */
export function RedeemButton({ redeem, disabled = false }: RedeemProps & { readonly disabled?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" disabled={disabled} onClick={() => setOpen(true)}>
        使用兑换码
      </Button>
      {isOpen && <RedeemDialog redeem={redeem} onClose={() => setOpen(false)} />}
    </>
  );
}
