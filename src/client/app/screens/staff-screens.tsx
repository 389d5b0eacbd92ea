import { useState } from 'react';
import { logActions, logList, reportList, userList } from '#client/features/staff/desk-lists.ts';
import { LogPage } from '#client/features/staff/log-page.tsx';
import { LogVerifier } from '#client/features/staff/log-verifier.ts';
import { ReportDesk } from '#client/features/staff/report-desk.ts';
import { ReportsPage } from '#client/features/staff/reports-page.tsx';
import { UserStore } from '#client/features/staff/user-store.ts';
import { UsersPage } from '#client/features/staff/users-page.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

// Screens of staff: loaded when one of them is opened and not before.

interface ScreenProps {
  readonly stores: AppStores;
}

/** Everybody with an account. */
export function UsersScreen({ stores: { api } }: ScreenProps) {
  const [{ list, userOf }] = useState(() => {
    const users = userList(api);
    const opened = new Map<string, UserStore>();
    const open = (uid: string): UserStore => {
      const known = opened.get(uid);
      if (known) return known;
      opened.clear();
      const store = new UserStore(api, uid, (user) => users.pages.put((before) => before.uid === user.uid, user));
      opened.set(uid, store);
      return store;
    };
    return { list: users, userOf: open };
  });
  return <UsersPage store={list} userOf={userOf} />;
}

/** What people report. */
export function ReportsScreen({ stores: { api } }: ScreenProps) {
  const [{ list, desk }] = useState(() => {
    const reports = reportList(api);
    return { list: reports, desk: new ReportDesk(api, reports) };
  });
  return <ReportsPage store={list} desk={desk} />;
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
