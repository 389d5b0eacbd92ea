import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { MatchOrder } from '#schemas/api/match-lists.ts';
import { profileActor } from '#shared/policy/actor.ts';
import { DRAFT, MandateStore } from '#client/features/matching/mandate-store.ts';
import { MatchPage } from '#client/features/matching/match-page.tsx';
import { MatchStore } from '#client/features/matching/match-store.ts';
import { FollowStore, wayOf } from '#client/features/pipeline/follow-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import { type Place, screen, type ScreenProps } from '#client/app/base/screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const ID = /^[1-9][0-9]{0,17}$/;
const PATHS = {
  focus: '/personalCenter?page=focus',
  mandates: '/personalCenter?page=mandates',
  financing: '/financing',
};
const MandateDialog = lazyPopup(async () => (await import('./mandate-dialog-screen.tsx')).MandateDialogScreen);

interface Kept {
  readonly store: MatchStore;
  /** Where projects are looked for. */
  readonly mandates?: MandateStore;
}

function draw({ store, mandates }: Kept, stores: AppStores, { query, setQuery }: Place) {
  const { catalog, lookups } = stores;
  const order: MatchOrder = query.get('order') === 'focused' ? 'focused' : 'likely';
  const asked = query.get('mandate') ?? '';
  const chosen = mandates && (asked === DRAFT || ID.test(asked)) ? asked : undefined;
  const choose = (next: string | undefined, nextOrder = order) => {
    const said = { ...(next !== undefined && { mandate: next }), ...(nextOrder !== 'likely' && { order: nextOrder }) };
    setQuery(said, { replace: true });
  };
  return (
    <>
      <MatchPage
        store={store}
        order={order}
        onOrder={(next) => choose(chosen, next)}
        options={lookups}
        routeOf={(apiName) => catalog.summary(apiName)?.route}
        actionsOf={(objectApiName, id, name) => (
          <Follow stores={stores} objectApiName={objectApiName} id={id} name={name} />
        )}
        paths={PATHS}
        {...(mandates && { mandates: { store: mandates, chosen, onChoose: (next) => choose(next) } })}
      />
      {mandates && <Asking stores={stores} mandates={mandates} onChoose={(next) => choose(next)} />}
    </>
  );
}

interface AskingProps extends ScreenProps {
  readonly mandates: MandateStore;
  readonly onChoose: (chosen: string) => void;
}

/** The dialog that asks for conditions, while it does. */
const Asking = observer(function Asking({ stores, mandates, onChoose }: AskingProps) {
  if (!mandates.isAsking) return null;
  return (
    <MandateDialog
      stores={stores}
      mandates={mandates}
      onUse={(draft) => {
        mandates.use(draft);
        onChoose(DRAFT);
      }}
      onSaved={(id) => {
        stores.toast.say('已保存为投资需求');
        onChoose(id);
      }}
      onClose={() => mandates.close()}
    />
  );
});

/** Institutions for the project of the address. */
export const MatchInvestorsScreen = screen(
  ({ api }, { params }): Kept => ({ store: new MatchStore(api, params['id']) }),
  draw,
  { subject: ({ params: { id = '' } }) => (ID.test(id) ? id : undefined) },
);

/** Projects for the investor who is signed in. */
export const MatchProjectsScreen = screen(
  ({ api }, { query }): Kept => ({
    store: new MatchStore(api),
    mandates: new MandateStore(api, query.get('mandate') === DRAFT),
  }),
  draw,
);

interface FollowProps extends ScreenProps {
  readonly objectApiName: string;
  readonly id: string;
  readonly name: string;
}

/** Puts a row on the list of those that the user follows up; nothing for users who have no such list. */
const Follow = observer(function Follow({ stores, objectApiName, id, name }: FollowProps) {
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
