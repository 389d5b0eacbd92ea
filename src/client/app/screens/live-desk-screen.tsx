import { useState } from 'react';
import { LivestreamAdmin } from '#client/features/staff/live-desk.ts';
import { LiveDeskPage } from '#client/features/staff/live-desk-page.tsx';
import { coverKeeper } from './livestream-cover.ts';
import type { AppStores } from '#client/app/base/stores.ts';

const now = () => new Date();

/** Where staff announce lives. */
export function LiveDeskScreen({ stores: { api } }: { readonly stores: AppStores }) {
  const [desk] = useState(() => new LivestreamAdmin(api, coverKeeper(api)));
  return <LiveDeskPage desk={desk} now={now} />;
}
