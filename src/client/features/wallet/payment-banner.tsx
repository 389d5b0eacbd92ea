import LinearProgress from '@mui/material/LinearProgress';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import type { PaymentWatch } from './payment-watch.ts';
import './coins.css';

/** Says above the orders that a payment is being confirmed, or that it could not be. */
export const PaymentBanner = observer(function PaymentBanner({ watch }: { readonly watch: PaymentWatch }) {
  useEffect(() => watch.begin(), [watch]);
  if (watch.state === 'idle') return null;
  if (watch.state === 'lost')
    return (
      <Notice isAlert title="暂未确认支付结果" action={{ label: '重新确认', onPress: () => void watch.begin() }}>
        如已付款，请勿重复支付，稍后再确认即可。
      </Notice>
    );
  return (
    <div className="coins-watch" role="status">
      正在确认支付结果，付款后通常几秒内到账
      <LinearProgress aria-label="正在确认支付结果" />
    </div>
  );
});
