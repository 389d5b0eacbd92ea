import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { FieldLookups, OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { CorrectionStore } from './correction-store.ts';
import { ProposedValue } from './proposed-value.tsx';

interface CorrectionDialogProps {
  readonly store: CorrectionStore;
  readonly recordName: string;
  readonly lookups: FieldLookups & OptionLabels;
  readonly onClose: () => void;
}

const MAX_REASON = 500;

/** The form of a proposal: the value as it is, the value held to be right, why, and where that can be read. */
export const CorrectionDialog = observer(function CorrectionDialog(props: CorrectionDialogProps) {
  const { store, recordName, lookups, onClose } = props;
  const { field } = store;
  if (store.isSent) {
    return (
      <DialogFrame
        title="已提交"
        onClose={onClose}
        actions={
          <Button variant="contained" autoFocus onClick={onClose}>
            知道了
          </Button>
        }
      >
        感谢指正。核实后会更新数据，处理结果可在“我的纠错”中查看。
      </DialogFrame>
    );
  }
  const Cell = cellOf(field);
  return (
    <FormDialog
      title={`纠正“${recordName}”的${field.label}`}
      size="sm"
      confirm="提交纠错"
      busyWord="正在提交…"
      onSubmit={store.send}
      onClose={onClose}
    >
      <div>
        <Typography variant="body2" color="textSecondary">
          现在的值
        </Typography>
        <div style={{ '--cell-wrap': 'pre-wrap', '--cell-align': 'left' } as React.CSSProperties}>
          <Cell field={field} value={store.before} options={lookups} />
        </div>
      </div>
      <ProposedValue
        id="correction-value"
        label="正确的值"
        field={field}
        value={store.value}
        onChange={store.change}
        problem={store.valueProblem}
        lookups={lookups}
      />
      <TextField
        label="理由"
        required
        multiline
        minRows={2}
        maxRows={6}
        value={store.reason}
        onChange={({ target }) => store.setReason(target.value)}
        error={store.reasonProblem !== undefined}
        helperText={store.reasonProblem}
        slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
      />
      <TextField
        label="依据网址"
        value={store.evidence}
        onChange={({ target }) => store.setEvidence(target.value)}
        error={store.evidenceProblem !== undefined}
        helperText={store.evidenceProblem ?? '公告、官网或报道的网址，有助于更快核实'}
      />
      {store.refusal !== undefined && <Alert severity="error">{store.refusal}</Alert>}
    </FormDialog>
  );
});
