import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { MAX_REASON } from '#schemas/generated/api/staff-reason.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import type { PinStore, PinText } from './pin-store.ts';
import { ProposedValue } from './proposed-value.tsx';

interface PinDialogProps {
  readonly store: PinStore;
  readonly recordName: string;
  readonly lookups: FieldLookups;
  /** After the decision: the record shows another value. */
  readonly onPinned: () => void;
  readonly onClose: () => void;
}

/** The form of a decision for a stated value: the value, where it is from, until when it is in effect, and why. */
export const PinDialog = observer(function PinDialog({ store, ...props }: PinDialogProps) {
  const { recordName, lookups, onPinned, onClose } = props;
  const entry = (name: PinText) => ({
    value: store.texts[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => store.write(name, target.value),
    error: store.problem(name) !== undefined,
  });
  const submit = async () => {
    if (!(await store.send())) return false;
    onPinned();
    return true;
  };
  return (
    <FormDialog
      title={`“${recordName}”的${store.field.label}改用给定值`}
      size="sm"
      confirm="改用给定值"
      busyWord="正在保存…"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>保存后以给定值为准；计算照常进行，可随时恢复计算值。</p>
      <ProposedValue
        id="pinned-value"
        label="给定的值"
        field={store.field}
        value={store.value}
        onChange={store.change}
        problem={store.valueProblem}
        lookups={lookups}
      />
      <TextField
        label="来源"
        required
        {...entry('source')}
        helperText={store.problem('source') ?? '如：公司公告、IT桔子'}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField label="来源网址" {...entry('sourceUrl')} helperText={store.problem('sourceUrl')} />
      <TextField
        label="数据日期"
        {...entry('asOf')}
        helperText={store.problem('asOf') ?? '这个值是何时的，可只填年或年月，如 2026-06'}
        slotProps={{ htmlInput: { maxLength: 10 } }}
      />
      <TextField
        label="采用至"
        {...entry('until')}
        helperText={store.problem('until') ?? '当天过后恢复计算值，如 2026-12-31；不填则一直采用'}
        slotProps={{ htmlInput: { maxLength: 10 } }}
      />
      <TextField
        label="原因（写入操作日志）"
        required
        multiline
        minRows={2}
        maxRows={6}
        {...entry('reason')}
        helperText={store.problem('reason')}
        slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
      />
      {store.refusal !== undefined && <Alert severity="error">{store.refusal}</Alert>}
    </FormDialog>
  );
});
