import { profileActor, VISITOR } from '#shared/policy/actor.ts';
import { CoinsPage } from '#client/features/wallet/coins-page.tsx';
import { LedgerStore } from '#client/features/wallet/ledger-store.ts';
import { OffersStore } from '#client/features/wallet/offers-store.ts';
import { redeemWith } from '#client/features/wallet/redeem.ts';
import { VipPage } from '#client/features/wallet/vip-page.tsx';
import { hashAddress } from '#client/lib/router.ts';
import { welcome } from '#client/app/base/coin-welcome.ts';
import { paymentParts } from '#client/app/base/payment-parts.ts';
import { screen } from '#client/app/base/screen.tsx';

const ORDERS = hashAddress('/orders');

/** The user’s coins. */
export const CoinsScreen = screen(
  (stores) => {
    const ledger = new LedgerStore(stores.api);
    const redeem = redeemWith(stores.api, (order) => {
      void welcome(stores, order);
      void ledger.load();
    });
    return { ledger, redeem, offers: new OffersStore(paymentParts(stores)) };
  },
  (kept) => <CoinsPage {...kept} ordersHref={ORDERS} />,
);

/** SVIP: what it is, and the user’s own. */
export const VipScreen = screen(
  (stores) => {
    const store = new OffersStore(paymentParts(stores));
    const redeem = redeemWith(stores.api, (order) => {
      void welcome(stores, order);
      void store.load();
    });
    return { store, redeem };
  },
  (kept, { session: { profile } }) => (
    <VipPage {...kept} person={profile ? profileActor(profile) : VISITOR} ordersHref={ORDERS} />
  ),
);
