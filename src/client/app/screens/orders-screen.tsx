import { observable, runInAction } from 'mobx';
import { Navigate } from 'react-router-dom';
import { OrdersFrame } from '#client/features/wallet/orders-frame.tsx';
import { PaymentWatch } from '#client/features/wallet/payment-watch.ts';
import { every } from '#client/lib/every.ts';
import { screen } from '#client/app/base/screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { ListScreen } from './list-screen.tsx';

/** Watches the order with this number until its payment is known; `settled` counts the times that it was. */
function watchOf({ api, session, toast }: AppStores, no: string) {
  const settled = observable.box(0);
  const watch = new PaymentWatch(
    {
      api,
      every,
      settled: ({ state, product }) => {
        runInAction(() => settled.set(settled.get() + 1));
        if (state !== 'FULFILLED') return;
        toast.say(`支付成功：${product.name}`);
        if (product.kind === 'svip') void session.load();
      },
    },
    no,
  );
  return { watch, settled };
}

/** The user’s orders; `no` in the address names the one whose payment page the user comes back from. */
export const MyOrdersScreen = screen(
  (stores, { query }) => {
    const no = query.get('no');
    return no === null ? undefined : watchOf(stores, no);
  },
  (paying, stores, { query }) => {
    // It is kept here, since it would narrow the list to that order.
    if (query.has('no')) return <Navigate to="/orders" replace />;
    return (
      <OrdersFrame watch={paying?.watch}>
        <ListScreen
          key={paying?.settled.get()}
          stores={stores}
          {...(query.has('page') && { objectApiName: 'MyOrder' })}
        />
      </OrdersFrame>
    );
  },
);
