import CircularProgress from '@mui/material/CircularProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import type { ExchangeStore } from './exchange-store.ts';

export interface PlanChooserProps {
  readonly exchange: ExchangeStore;
  /** Path of the product where a plan is uploaded. */
  readonly uploadPath: string;
  readonly onConfirm: (ccid: string) => Promise<unknown>;
  readonly onClose: () => void;
}

const TITLE = '选择要投递BP的企业';

/** Whose business plan is delivered: companies without one cannot be chosen, and nothing is sent before a choice. */
export const PlanChooser = observer(function PlanChooser(props: PlanChooserProps) {
  const { exchange, uploadPath, onConfirm, onClose } = props;
  const [chosen, setChosen] = useState('');
  return (
    <FormDialog
      title={TITLE}
      confirm="确定"
      busyWord="正在投递…"
      isReady={chosen !== ''}
      onSubmit={() => onConfirm(chosen)}
      onClose={onClose}
    >
      <Plans exchange={exchange} chosen={chosen} onChoose={setChosen} />
      <Typography variant="body2" color="textSecondary">
        没有BP？
        <Link href={hashAddress(uploadPath)} target="_blank" rel="noopener">
          去上传
        </Link>
      </Typography>
    </FormDialog>
  );
});

interface PlansProps {
  readonly exchange: ExchangeStore;
  readonly chosen: string;
  readonly onChoose: (ccid: string) => void;
}

const Plans = observer(function Plans({ exchange, chosen, onChoose }: PlansProps) {
  const { value: plans, failure } = exchange.plans;
  if (!plans)
    return failure === undefined ? (
      <CircularProgress size={24} aria-label="正在加载" />
    ) : (
      <Typography role="alert" color="error">
        {failure.message} <PlainButton onClick={() => void exchange.plans.load()}>重试</PlainButton>
      </Typography>
    );
  if (plans.length === 0) return <Typography color="textSecondary">您还没有可以投递的企业</Typography>;
  return (
    <RadioChoice
      label={TITLE}
      isLabelHidden
      value={chosen}
      onChange={onChoose}
      choices={plans.map(({ ccid, name, haveBp }) => ({
        value: ccid,
        label: haveBp ? name : `${name}（未上传BP）`,
        isDisabled: !haveBp,
      }))}
    />
  );
});
