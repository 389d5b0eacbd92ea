import { useState } from 'react';
import { logActions, logList } from '#client/features/staff/desk-lists.ts';
import { LogPage } from '#client/features/staff/log-page.tsx';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import type { AppStores } from '#client/app/base/stores.ts';

// Screens of staff: loaded when one of them is opened and not before.

interface ScreenProps {
  readonly stores: AppStores;
}

/** What staff and the platform did. */
export function LogScreen({ stores: { api } }: ScreenProps) {
  const [parts] = useState(() => ({
    store: logList(api),
    verifier: new LogVerifier(api),
    actions: () => logActions(api),
  }));
  return <LogPage {...parts} />;
}
