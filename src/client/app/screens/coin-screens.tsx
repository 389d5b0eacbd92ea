import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '#schemas/api/orders.ts';
import { profileActor, VISITOR } from '#shared/policy/actor.ts';
import { CodesPage } from '#client/features/wallet/codes-page.tsx';
import { CodesStore } from '#client/features/wallet/codes-store.ts';
import { CoinsPage } from '#client/features/wallet/coins-page.tsx';
import { LedgerStore } from '#client/features/wallet/ledger-store.ts';
import { OffersStore } from '#client/features/wallet/offers-store.ts';
import { OrdersPage } from '#client/features/wallet/orders-page.tsx';
import { OrdersStore } from '#client/features/wallet/orders-store.ts';
import { RedeemStore } from '#client/features/wallet/redeem-store.ts';
import { VipPage } from '#client/features/wallet/vip-page.tsx';
import { downloadText } from '#client/lib/download.ts';
import { every } from '#client/lib/every.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { hashAddress } from '#client/lib/router.ts';
import { welcome } from '#client/app/base/coin-welcome.ts';
import type { AppStores } from '#client/app/base/stores.ts';
import { DAY_MS } from '#shared/time/durations.ts';

interface ScreenProps {
  readonly stores: AppStores;
}

const ORDERS = hashAddress('/orders');
/** Codes are offered for three months first. */
const FIRST_EXPIRY_MS = 90 * DAY_MS;
/** Payment pages come in two shapes; below this width the one for phones. */
const PHONE = '(max-width: 700px)';

const leaveFor = (address: string): void => window.location.assign(address);
const device = () => (window.matchMedia(PHONE).matches ? 'mobile' : 'desktop');

/** The person’s coins. */
export function CoinsScreen({ stores }: ScreenProps) {
  const [parts] = useState(() => {
    const { api } = stores;
    const ledger = new LedgerStore(api);
    const redeem = new RedeemStore(api, (order) => {
      void welcome(stores, order);
      void ledger.load();
    });
    return { ledger, redeem, offers: new OffersStore({ api, leaveFor, device }) };
  });
  return <CoinsPage {...parts} ordersHref={ORDERS} />;
}

/** SVIP: what it is, and the person’s own. */
export const VipScreen = observer(function VipScreen({ stores }: ScreenProps) {
  const [parts] = useState(() => {
    const { api } = stores;
    const store = new OffersStore({ api, leaveFor, device });
    const redeem = new RedeemStore(api, (order) => {
      void welcome(stores, order);
      void store.load();
    });
    return { store, redeem };
  });
  const { profile } = stores.session;
  const person = profile ? profileActor(profile) : VISITOR;
  return <VipPage {...parts} person={person} ordersHref={ORDERS} />;
});

/** The person’s orders; `no` in the address names the one whose payment page the user comes back from. */
export function MyOrdersScreen({ stores }: ScreenProps) {
  const [query] = useSearchParams();
  const [store] = useState(() => {
    const fulfilled = ({ product }: Order) => {
      stores.toast.say(`支付成功：${product.name}`);
      if (product.kind === 'svip') void stores.session.load();
    };
    return new OrdersStore({ api: stores.api, leaveFor, device, every, fulfilled });
  });
  return <OrdersPage store={store} paying={query.get('no')} />;
}

/** Redemption codes, for staff. */
export const CodesScreen = observer(function CodesScreen({ stores }: ScreenProps) {
  const [store] = useState(() => new CodesStore(stores.api));
  const [firstExpiry] = useState(() => new Date(Date.now() + FIRST_EXPIRY_MS).toISOString().slice(0, 10));
  return (
    <CodesPage
      store={store}
      productsHref={hashAddress(stores.catalog.summary(BINDINGS.product.object)?.route ?? '/home')}
      firstExpiry={firstExpiry}
      onDownload={downloadText}
    />
  );
});
