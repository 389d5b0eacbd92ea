import type { PaymentParts } from '#client/features/wallet/offers-store.ts';
import type { AppStores } from './stores.ts';

/** Payment pages come in two shapes; below this width the one for phones. */
const PHONE = '(max-width: 700px)';

/** What paying takes of the browser. */
export const paymentParts = ({ api }: AppStores): PaymentParts => ({
  api,
  leaveFor: (address) => window.location.assign(address),
  device: () => (window.matchMedia(PHONE).matches ? 'mobile' : 'desktop'),
});
