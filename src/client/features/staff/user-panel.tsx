import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { newKey } from '#client/lib/new-key.ts';
import { Notice } from '#client/ui/notice.tsx';
import { DeedDialog } from '#client/ui/deed-dialog.tsx';
import { Panel } from './desk-parts.tsx';
import { deedsOf, wordsOf } from './user-deeds.ts';
import { UserFacts } from './user-facts.tsx';
import type { UserDeed, UserStore } from './user-store.ts';

interface UserPanelProps {
  readonly store: UserStore;
  readonly onClose: () => void;
}

/** One account with what may be done to it. */
export const UserPanel = observer(function UserPanel({ store, onClose }: UserPanelProps) {
  const { user, failure } = store;
  /** The deed that is being asked about, with the key that names it. */
  const [asked, setAsked] = useState<{ readonly deed: UserDeed; readonly key: string }>();
  useEffect(() => void store.load(), [store]);
  const ask = (deed: UserDeed) => {
    store.forgetRefusal();
    setAsked({ deed, key: newKey() });
  };
  return (
    <Panel title={user?.name ?? '用户'} onClose={onClose}>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!failure && !user && <Skeleton variant="rounded" height={280} aria-label="正在加载" />}
      {user && (
        <>
          <UserFacts user={user} phone={store.phone} onReveal={() => ask('phone')} />
          {user.isMe && <p className="desk-soft">这是您自己的账号：不能冻结，也不能赠送。</p>}
          <div className="desk-deeds">
            {deedsOf(user).map((deed) => (
              <Button
                key={deed}
                variant="outlined"
                color={wordsOf(deed, user).isGrave ? 'error' : 'primary'}
                onClick={() => ask(deed)}
              >
                {wordsOf(deed, user).confirm}
              </Button>
            ))}
          </div>
        </>
      )}
      {user && asked && (
        <DeedDialog
          words={wordsOf(asked.deed, user)}
          isActing={store.isActing}
          refusal={store.refusal}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason, amount) =>
            void store.act(asked.deed, { reason, amount, key: asked.key }).then((isDone) => {
              if (isDone) setAsked(undefined);
            })
          }
        />
      )}
    </Panel>
  );
});
