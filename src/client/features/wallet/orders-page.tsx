import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Order } from '#schemas/api/orders.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { goods, ORDER_WORDS, paidWith } from './coin-words.ts';
import type { OrdersStore } from './orders-store.ts';
import './coins.css';

interface OrdersPageProps {
  readonly store: OrdersStore;
  /** Number of the order whose payment page the person comes back from. */
  readonly paying: string | null;
}

/** What the person ordered, and what of it can still be paid or given up. */
export const OrdersPage = observer(function OrdersPage({ store, paying }: OrdersPageProps) {
  usePageTitle('我的订单');
  useEffect(() => void store.pages.load(), [store]);
  useEffect(() => (paying === null ? undefined : store.watch(paying)), [store, paying]);
  const { unconfirmed } = store;
  const { list, failure } = store.pages;
  return (
    <div className="coins">
      <header className="coins-head">
        <div>
          <h1>我的订单</h1>
          <p>购买与兑换的记录。需要退款请联系运营人员。</p>
        </div>
      </header>
      {store.watched !== undefined && (
        <div className="coins-watch" role="status">
          正在确认支付结果，付款后通常几秒内到账
          <LinearProgress aria-label="正在确认支付结果" />
        </div>
      )}
      {unconfirmed !== undefined && (
        <Notice
          isAlert
          title="暂未确认支付结果"
          action={{
            label: '重新确认',
            onPress: () => {
              store.watch(unconfirmed);
              void store.pages.load();
            },
          }}
        >
          如已付款，请勿重复支付，稍后再确认即可。
        </Notice>
      )}
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.pages.load() }} />
      )}
      {!list && !failure && <Skeleton variant="rounded" height={180} />}
      {list?.length === 0 && <Notice title="还没有订单" />}
      {list && list.length > 0 && (
        <ul className="coins-orders">
          {list.map((order) => (
            <OrderLine key={order.no} store={store} order={order} />
          ))}
        </ul>
      )}
      <MoreButton pages={store.pages} />
    </div>
  );
});

interface OrderLineProps {
  readonly store: OrdersStore;
  readonly order: Order;
}

const OrderLine = observer(function OrderLine({ store, order }: OrderLineProps) {
  const { no, product, state, createdAt, closesAt, refundReason } = order;
  const isBusy = store.busy.has(no);
  const refusal = store.refusals.get(no);
  return (
    <li aria-label={`订单 ${no}`}>
      <div className="coins-order">
        <div>
          <strong>{product.name}</strong>
          {goods(product) !== product.name && <span className="coins-soft">{goods(product)}</span>}
        </div>
        <span>{paidWith(order)}</span>
        <span data-state={state}>{ORDER_WORDS[state]}</span>
        <div className="coins-order-acts">
          {closesAt !== null && (
            <>
              <Button variant="contained" disabled={isBusy} onClick={() => void store.pay(order)}>
                去支付
              </Button>
              <Button color="inherit" disabled={isBusy} onClick={() => void store.cancel(order)}>
                取消订单
              </Button>
            </>
          )}
        </div>
      </div>
      <p className="coins-soft">
        {shownMoment(createdAt)} · 订单号 {no}
        {closesAt !== null && ` · ${shownMoment(closesAt, 'HH:mm')} 前未支付将自动关闭`}
        {refundReason !== null && ` · 退款原因：${refundReason}`}
      </p>
      {refusal && <Alert severity="error">{refusal.message}</Alert>}
    </li>
  );
});
