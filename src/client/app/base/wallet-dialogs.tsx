import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#schemas/api/orders.ts';
import { readOrder } from '#schemas/generated/api/orders.ts';
import type { ActionDialogProps } from '#client/features/records/actions/action-store.ts';
import { contentLabel } from '#client/features/wallet/coin-labels.ts';
import { IssueDialog } from '#client/features/wallet/issue-dialog.tsx';
import { IssueStore } from '#client/features/wallet/issue-store.ts';
import { payForOrder } from '#client/features/wallet/offers-store.ts';
import { PayDialog } from '#client/features/wallet/pay-dialog.tsx';
import { redeemWith } from '#client/features/wallet/redeem.ts';
import { RedeemDialog } from '#client/features/wallet/redeem-dialog.tsx';
import { asFailure } from '#client/lib/api-failure.ts';
import { downloadText } from '#client/lib/download.ts';
import { welcome } from './coin-welcome.ts';
import { paymentParts } from './payment-parts.ts';
import type { ScreenProps } from './screen.tsx';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';

/** Codes are offered for three months first. */
const FIRST_EXPIRY_MS = 90 * DAY_MS;
/** The one provider at which orders wait for their money. */
const PROVIDER = '支付宝';

/** Issues redemption codes, for staff. */
export function IssueCodes({ stores, ...dialog }: ActionDialogProps & ScreenProps) {
  const [firstExpiry] = useState(() => shanghaiDay(new Date(Date.now() + FIRST_EXPIRY_MS)));
  const [store] = useState(() => new IssueStore(stores.api));
  return <IssueDialog {...dialog} store={store} firstExpiry={firstExpiry} onDownload={downloadText} />;
}

/** Redeems a code, above the orders of which it becomes one. */
export function RedeemCode({ stores, onDone, onClose }: ActionDialogProps & ScreenProps) {
  const redeem = redeemWith(stores.api, (order) => {
    void welcome(stores, order);
    onDone();
  });
  return <RedeemDialog redeem={redeem} onClose={onClose} />;
}

/** Pays an order that waits for its money, at the price that it was placed for. */
export function PayOrder({ stores, row, onClose }: ActionDialogProps & ScreenProps) {
  const no = String(row?.['no']);
  const [order, setOrder] = useState<Order>();
  const giveUp = useEffectEvent((thrown: unknown) => {
    stores.toast.say(asFailure(thrown).message);
    onClose();
  });
  useEffect(() => {
    stores.api.call(readOrder, { params: { id: no } }).then(setOrder, giveUp);
  }, [stores, no]);
  return (
    order && (
      <PayDialog
        product={order.product.name}
        content={contentLabel(order.product)}
        price={order.price}
        provider={PROVIDER}
        onPay={() => payForOrder(paymentParts(stores), no)}
        onClose={onClose}
      />
    )
  );
}
