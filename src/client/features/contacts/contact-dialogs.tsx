import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { hashAddress } from '#client/lib/router.ts';
import type { ContactPanelStore } from './contact-panel-store.ts';
import { ALLOWANCE_USED_TITLE, QUOTA_OFFER, QUOTA_USED, SVIP_OFFER } from './contact-labels.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

/** Where the dialogs and the panel lead. */
export interface ContactPaths {
  readonly certify: string;
  readonly settings: string;
  readonly vip: string;
  readonly topUp: string;
  readonly financing: string;
}

interface ContactDialogsProps {
  readonly store: ContactPanelStore;
  readonly paths: ContactPaths;
}

/** Says why a contact cannot be opened: the allowance or the founder's quota is used up. */
export const ContactDialogs = observer(function ContactDialogs(props: ContactDialogsProps) {
  const { dialog } = props.store;
  if (dialog === undefined) return null;
  return dialog === 'allowanceUsed' ? <AllowanceUsed {...props} /> : <QuotaUsed {...props} />;
});

const AllowanceUsed = observer(function AllowanceUsed({ store, paths }: ContactDialogsProps) {
  const { button, isBusy } = store;
  if (!button) return null;
  const { price, balance, isSvip } = button;
  const canPay = balance >= price;
  return (
    <DialogFrame
      title={<>{ALLOWANCE_USED_TITLE}</>}
      onClose={store.closeDialog}
      actions={
        <>
          <Button color="inherit" onClick={store.closeDialog}>
            取消
          </Button>
          {canPay && (
            <Button variant="contained" autoFocus disabled={isBusy} onClick={() => void store.buy()}>
              {isBusy ? '正在兑换…' : `${price}鲸币查看`}
            </Button>
          )}
        </>
      }
    >
      <Typography>
        {canPay ? `可用${price}鲸币查看该联系方式，兑换后长期有效。` : `查看需要${price}鲸币，您的余额不足。`}
        当前余额{balance}鲸币。
      </Typography>
      {!isSvip && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          <Link href={hashAddress(paths.vip)}>{SVIP_OFFER}</Link>
          {!canPay && (
            <>
              ，或<Link href={hashAddress(paths.topUp)}>充值鲸币</Link>
            </>
          )}
        </Typography>
      )}
      {isSvip && !canPay && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          <Link href={hashAddress(paths.topUp)}>充值鲸币</Link>后即可查看
        </Typography>
      )}
    </DialogFrame>
  );
});

const QuotaUsed = observer(function QuotaUsed({ store, paths }: ContactDialogsProps) {
  const isPaying = store.dialog === 'quotaUsedPaying';
  return (
    <DialogFrame
      title="沟通次数已用完"
      onClose={store.closeDialog}
      actions={
        <>
          {isPaying ? (
            <Button variant="contained" autoFocus onClick={store.closeDialog}>
              我知道了
            </Button>
          ) : (
            <>
              <Button color="inherit" onClick={store.closeDialog}>
                下次再说
              </Button>
              <Button variant="contained" autoFocus href={paths.financing} onClick={store.closeDialog}>
                了解快速融资
              </Button>
            </>
          )}
        </>
      }
    >
      <Typography>{QUOTA_USED}</Typography>
      {!isPaying && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {QUOTA_OFFER}
        </Typography>
      )}
    </DialogFrame>
  );
});
