import { Fragment } from 'react';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { priceLabel } from './coin-labels.ts';
import './coins.css';

interface PayDialogProps {
  readonly product: string;
  /** What it gives. */
  readonly content: string;
  /** CNY, two decimals. */
  readonly price: string;
  /** What users call the payment provider. */
  readonly provider: string;
  readonly onPay: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks once before the user leaves to pay, and says where the money goes. */
export function PayDialog({ product, content, price, provider, onPay, onClose }: PayDialogProps) {
  const facts = { 商品: product, 内容: content, 应付: priceLabel(price), 支付方式: provider };
  return (
    <FormDialog
      title="确认订单"
      confirm={`前往${provider}支付`}
      busyWord="正在前往…"
      focus="confirm"
      onSubmit={onPay}
      onClose={onClose}
    >
      <dl className="coins-facts">
        {Object.entries(facts).map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className={label === '应付' ? 'coins-price' : undefined}>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="coins-soft">订单 30 分钟内未支付会自动关闭。付款后权益即时到账。</p>
    </FormDialog>
  );
}
