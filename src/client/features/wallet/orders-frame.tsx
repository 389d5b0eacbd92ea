import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import type { PaymentWatch } from './payment-watch.ts';
import './coins.css';

interface OrdersFrameProps {
  /** Of the order whose payment page the user comes back from. */
  readonly watch: PaymentWatch | undefined;
  /** The list. */
  readonly children?: ReactNode;
}

/** What is around the list of the user’s orders. */
export function OrdersFrame({ watch, children }: OrdersFrameProps) {
  return (
    <div className="coins-orders">
      {watch && <PaymentBanner watch={watch} />}
      {children}
    </div>
  );
}

/** Says that a payment is being confirmed, or that it could not be. */
const PaymentBanner = observer(function PaymentBanner({ watch }: { readonly watch: PaymentWatch }) {
  useEffect(() => watch.begin(), [watch]);
  if (watch.state === 'idle') return null;
  if (watch.state === 'lost')
    return (
      <Notice isAlert title="暂未确认支付结果" action={{ label: '重新确认', onPress: () => void watch.begin() }}>
        如已付款，请勿重复支付，稍后再确认即可。
      </Notice>
    );
  return (
    <Alert severity="info" role="status">
      正在确认支付结果，付款后通常几秒内到账
      <LinearProgress aria-label="正在确认支付结果" />
    </Alert>
  );
});
