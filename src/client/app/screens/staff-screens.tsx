import { logActions, logList } from '#client/features/staff/desk-lists.ts';
import { LogPage } from '#client/features/staff/log-page.tsx';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import { screen } from '#client/app/base/screen.tsx';

/** What staff and the platform did. */
export const LogScreen = screen(
  ({ api }) => ({ store: logList(api), verifier: new LogVerifier(api), actions: () => logActions(api) }),
  (parts) => <LogPage {...parts} />,
);
