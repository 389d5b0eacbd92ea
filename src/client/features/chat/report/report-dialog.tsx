import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { MAX_REPORT_REASON, MAX_REPORT_TYPES } from '#schemas/generated/api/reports.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
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
  const { failure, reasonProblem, reason, isBusy } = report;
  const send = async () => {
    const thanks = await report.send();
    if (thanks !== undefined) onSent(thanks);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="report-title">
      <DialogTitle id="report-title">举报{target.name}</DialogTitle>
      <DialogContent className="report">
        {failure !== undefined && (
          <p role="alert" className="report-failure">
            {failure}
            {report.labels === undefined && <PlainButton onClick={() => void report.load()}>重试</PlainButton>}
          </p>
        )}
        <Types report={report} />
        <TextField
          label="简要描述"
          required
          fullWidth
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
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button variant="contained" disabled={isBusy || report.pictures.isUploading} onClick={() => void send()}>
          {isBusy ? '正在提交…' : '提交举报'}
        </Button>
      </DialogActions>
    </Dialog>
  );
});

const Types = observer(function Types({ report }: { readonly report: ReportStore }) {
  const { labels, chosen, typeProblem, isFull, failure } = report;
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
      {!labels && failure === undefined && <Skeleton variant="rounded" height={120} />}
      <FormHelperText role="alert">{typeProblem}</FormHelperText>
    </FormControl>
  );
});
