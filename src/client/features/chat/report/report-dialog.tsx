import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { MAX_REPORT_REASON, MAX_REPORT_TYPES } from '#schemas/generated/api/reports.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { ReportPictureList } from './report-picture-list.tsx';
import { type ReportDeps, ReportStore, type ReportTarget } from './report-store.ts';
import './report-dialog.css';

export interface ReportDialogProps {
  readonly parts: ReportDeps;
  readonly target: ReportTarget;
  /** It was sent; the words that thank, '' for none. */
  readonly onSent: (thanks: string) => void;
  readonly onClose: () => void;
}

/** Reports a user to staff. What of the conversation is on screen goes along, and the form says so. */
export const ReportDialog = observer(function ReportDialog({ parts, target, onSent, onClose }: ReportDialogProps) {
  const [report] = useState(() => new ReportStore(parts, target));
  useEffect(() => {
    void report.load();
    return () => report.pictures.giveUp();
  }, [report]);
  const { reasonProblem, reason } = report;
  const { failure } = report.labels;
  const send = async () => {
    const thanks = await report.send();
    if (thanks === undefined) return false;
    return onSent(thanks);
  };
  return (
    <FormDialog
      title={`举报${target.name}`}
      size="sm"
      confirm="提交举报"
      busyWord="正在提交…"
      isReady={!report.pictures.isUploading}
      onSubmit={send}
      onClose={onClose}
    >
      {failure && (
        <Alert severity="error" action={<PlainButton onClick={() => void report.load()}>重试</PlainButton>}>
          {failure.message}
        </Alert>
      )}
      <Types report={report} />
      <TextField
        label="简要描述"
        required
        multiline
        minRows={3}
        maxRows={6}
        value={reason}
        onChange={({ target: field }) => report.typeReason(field.value)}
        onBlur={() => report.leaveReason()}
        error={reasonProblem !== undefined}
        helperText={reasonProblem ?? `${[...reason.trim()].length}/${MAX_REPORT_REASON}`}
      />
      <ReportPictureList pictures={report.pictures} />
      {target.toSeq !== undefined && <p className="report-note">当前已加载的聊天记录将一并提交，仅供平台核实。</p>}
    </FormDialog>
  );
});

const Types = observer(function Types({ report }: { readonly report: ReportStore }) {
  const { chosen, typeProblem, isFull } = report;
  const { value: labels, failure } = report.labels;
  return (
    <FormControl component="fieldset" variant="standard" error={typeProblem !== undefined} fullWidth>
      <FormLabel component="legend">投诉类型（最多选择{MAX_REPORT_TYPES}项）</FormLabel>
      {labels && (
        <FormGroup className="report-types">
          {labels.map((label) => (
            <FormControlLabel
              key={label}
              label={label}
              control={
                <Checkbox
                  size="small"
                  checked={chosen.includes(label)}
                  disabled={isFull && !chosen.includes(label)}
                  onChange={() => report.switchType(label)}
                />
              }
            />
          ))}
        </FormGroup>
      )}
      {!labels && !failure && <LoadingBlock height={120} />}
      <FormHelperText role="alert">{typeProblem}</FormHelperText>
    </FormControl>
  );
});
