import { reaction } from 'mobx';
import { useEffect, useState } from 'react';
import { CountStore } from '#client/features/notices/count-store.ts';
import { NoticeBell as Bell } from '#client/features/notices/notice-bell.tsx';
import { hear, type ScreenProps } from '#client/app/base/screen.tsx';

/** The bell on the top bar; it counts again with every hint, and, where none come, whenever the polled counter moves. */
export function NoticeBell({ stores: { api, events, session, unread } }: ScreenProps) {
  const [store] = useState(() => new CountStore(api));
  useEffect(() => hear(events, store), [events, store]);
  useEffect(() => {
    void store.refresh();
    return reaction(
      () => unread.total,
      // The counter is emptied at sign-out: there is then no user to count for.
      () => session.isSignedIn && void store.refresh(),
    );
  }, [store, session, unread]);
  return <Bell store={store} />;
}
