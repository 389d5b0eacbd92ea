import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { IssuedCodes } from '#schemas/api/orders.ts';
import { MAX_CODES } from '#schemas/generated/api/orders.ts';
import { MAX_REASON, MIN_REASON } from '#schemas/generated/api/staff-reason.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { codesCsv } from './codes-csv.ts';
import { contentLabel } from './coin-labels.ts';
import type { IssueStore } from './issue-store.ts';
import './coins.css';

interface IssueDialogProps {
  readonly store: IssueStore;
  /** Last day that is offered first, YYYY-MM-DD. */
  readonly firstExpiry: string;
  readonly onDownload: (name: string, text: string) => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Issues codes, then shows them this once. */
export const IssueDialog = observer(function IssueDialog(props: IssueDialogProps) {
  const { store, firstExpiry, onDownload, onDone, onClose } = props;
  const { offers } = store;
  useEffect(() => void offers.load(), [offers]);
  const [draft, setDraft] = useState({ productId: '', count: '10', expiresOn: firstExpiry, reason: '' });
  const [issued, setIssued] = useState<IssuedCodes>();
  if (issued) return <IssuedDialog issued={issued} onDownload={onDownload} onClose={onClose} />;

  const products = offers.value?.list ?? [];
  const productId = draft.productId || (products[0]?.productId ?? '');
  const count = Number(draft.count);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_CODES;
  const reason = draft.reason.trim();
  const issue = async () => {
    setIssued(await store.issue({ ...draft, productId, count, reason }));
    onDone();
    return false;
  };
  const field = (name: keyof typeof draft, label: string): TextFieldProps => ({
    label,
    value: draft[name],
    onChange: ({ target }) => setDraft({ ...draft, [name]: target.value }),
    required: true,
  });
  return (
    <FormDialog
      title="签发兑换码"
      confirm="签发"
      busyWord="正在签发…"
      isReady={isCount && [...reason].length >= MIN_REASON && productId !== '' && draft.expiresOn !== ''}
      onSubmit={issue}
      onClose={onClose}
    >
      {offers.failure && <Alert severity="error">{offers.failure.message}</Alert>}
      <TextField {...field('productId', '商品')} select value={productId}>
        {products.map((product) => (
          <MenuItem key={product.productId} value={product.productId}>
            {product.name}（{contentLabel(product)}）
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...field('count', '数量')}
        error={!isCount}
        helperText={isCount ? undefined : `请填写 1 到 ${MAX_CODES} 之间的整数`}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
      />
      <TextField
        {...field('expiresOn', '有效期至')}
        type="date"
        helperText="当日 24 时（北京时间）失效"
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        {...field('reason', '理由')}
        placeholder="如：线下活动赠送"
        helperText={`${MIN_REASON} 到 ${MAX_REASON} 个字符，记入操作日志`}
        slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
      />
    </FormDialog>
  );
});

interface IssuedDialogProps extends Pick<IssueDialogProps, 'onDownload' | 'onClose'> {
  readonly issued: IssuedCodes;
}

/** Codes that were just issued, whole. They are gone with the dialog: only the button that says so closes it. */
function IssuedDialog({ issued, onDownload, onClose }: IssuedDialogProps) {
  const { codes, product } = issued;
  return (
    <DialogFrame
      title="兑换码已签发"
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            已保存，关闭
          </Button>
          <Button variant="contained" onClick={() => onDownload(`兑换码-${product.name}.csv`, codesCsv(issued))}>
            下载 CSV
          </Button>
        </>
      }
    >
      <Alert severity="warning">完整兑换码只显示这一次，请立即下载或抄录。</Alert>
      <p className="coins-soft">
        {product.name}，共 {codes.length} 个
      </p>
      <TextField
        label="兑换码"
        value={codes.join('\n')}
        multiline
        maxRows={12}
        slotProps={{ htmlInput: { readOnly: true } }}
        sx={{ textarea: { fontFamily: 'monospace' } }}
      />
    </DialogFrame>
  );
}
