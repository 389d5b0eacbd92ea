import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { ExchangeStore } from './exchange-store.ts';

export interface PlanChooserProps {
  readonly exchange: ExchangeStore;
  /** Path of the product where a plan is uploaded. */
  readonly uploadPath: string;
  readonly onConfirm: (ccid: string) => void;
  readonly onClose: () => void;
}

/** Whose business plan is delivered: companies without one cannot be chosen, and nothing is sent before a choice. */
export const PlanChooser = observer(function PlanChooser(props: PlanChooserProps) {
  const { exchange, uploadPath, onConfirm, onClose } = props;
  const [chosen, setChosen] = useState('');
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="plan-chooser-title">
      <DialogTitle id="plan-chooser-title">选择要投递BP的企业</DialogTitle>
      <DialogContent>
        <Plans exchange={exchange} chosen={chosen} onChoose={setChosen} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          没有BP？
          <Link href={hashAddress(uploadPath)} target="_blank" rel="noopener">
            去上传
          </Link>
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <Button variant="contained" disabled={chosen === '' || exchange.isBusy} onClick={() => onConfirm(chosen)}>
          {exchange.isBusy ? '正在投递…' : '确定'}
        </Button>
      </DialogActions>
    </Dialog>
  );
});

interface PlansProps {
  readonly exchange: ExchangeStore;
  readonly chosen: string;
  readonly onChoose: (ccid: string) => void;
}

const Plans = observer(function Plans({ exchange, chosen, onChoose }: PlansProps) {
  const { plans, failure } = exchange;
  if (!plans)
    return failure === undefined ? (
      <CircularProgress size={24} aria-label="正在加载" />
    ) : (
      <Typography role="alert" color="error">
        {failure} <PlainButton onClick={() => void exchange.loadPlans()}>重试</PlainButton>
      </Typography>
    );
  if (plans.length === 0) return <Typography color="textSecondary">您还没有可以投递的企业</Typography>;
  return (
    <RadioGroup aria-labelledby="plan-chooser-title" value={chosen} onChange={(_, ccid) => onChoose(ccid)}>
      {plans.map(({ ccid, name, haveBp }) => (
        <FormControlLabel
          key={ccid}
          value={ccid}
          disabled={!haveBp}
          control={<Radio size="small" />}
          label={haveBp ? name : `${name}（未上传BP）`}
        />
      ))}
    </RadioGroup>
  );
});
