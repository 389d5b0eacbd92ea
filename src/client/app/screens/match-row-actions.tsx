import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { profileActor } from '#shared/policy/actor.ts';
import { dailyOpenings } from '#shared/policy/chat-limits.ts';
import { ContactDialogs } from '#client/features/contacts/contact-dialogs.tsx';
import { type ContactOf, ContactPanelStore } from '#client/features/contacts/contact-panel-store.ts';
import { FollowStore, wayOf } from '#client/features/pipeline/follow-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { ScreenProps } from '#client/app/base/screen.tsx';
import { CONTACT_PATHS } from './contact-panel-screen.tsx';

interface TalkProps extends ScreenProps {
  readonly contact: ContactOf;
  readonly name: string;
}

/** Leads to the conversation with the user whom a row leads to, as far as the rules of contacts let the user write. */
export const TalkButton = observer(function TalkButton({ stores, contact, name }: TalkProps) {
  const { profile } = stores.session;
  const [store] = useState(() => profile && new ContactPanelStore(stores.api, contact, profileActor(profile)));
  const [isAsked, setAsked] = useState(false);
  const { button, failure, isOwn = false, canTalk = false } = store ?? {};
  useEffect(() => {
    if (!store || !isAsked || !store.canTalk) return;
    setAsked(false);
    void store.talk((uid) => stores.chatLauncher.openWith({ uid }));
  }, [store, isAsked, button, stores]);
  if (!store) return null;
  const toName = <span className="visually-hidden">：{name}</span>;
  if (dailyOpenings(store.viewer) === 0)
    return (
      <Button size="small" href={hashAddress(CONTACT_PATHS.certify)}>
        认证后私信{toName}
      </Button>
    );
  const press = () => {
    setAsked(true);
    if (!button) void store.load();
  };
  return (
    <>
      <Button size="small" variant="outlined" disabled={store.isBusy} onClick={press}>
        私信{toName}
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
      {button && !canTalk && <p role="alert">{isOwn ? '您就是这里的联系人' : '暂无可私信的联系人'}</p>}
      <ContactDialogs store={store} paths={CONTACT_PATHS} />
    </>
  );
});

interface FollowProps extends ScreenProps {
  readonly objectApiName: string;
  readonly id: string;
  readonly name: string;
}

/** Puts a row on the list of those that the user follows up; nothing for users who have no such list. */
export const FollowButton = observer(function FollowButton({ stores, objectApiName, id, name }: FollowProps) {
  const { profile } = stores.session;
  const way = profile && wayOf(profileActor(profile), objectApiName);
  const [store] = useState(() => way && new FollowStore(stores.api, way, id));
  if (!store) return null;
  const { adding, isFollowed, listPath } = store;
  const toName = <span className="visually-hidden">：{name}</span>;
  if (isFollowed || adding.failure)
    return (
      <>
        <Button size="small" href={hashAddress(listPath)}>
          {isFollowed ? '已加入跟进' : '查看跟进列表'}
          {toName}
        </Button>
        {adding.failure && <p role="alert">{adding.failure.message}</p>}
      </>
    );
  return (
    <Button size="small" disabled={adding.isBusy} onClick={() => void store.follow()}>
      加入跟进{toName}
    </Button>
  );
});
