import { noteStay } from '#schemas/generated/api/visits.ts';
import type { Viewpoint } from '#schemas/api/viewpoint.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { isSystem } from '#generators/object.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { openedBy } from '#client/features/visits/visit-way.ts';
import { followStay } from '#client/features/visits/follow-stay.ts';
import { sendBeacon } from '#client/lib/beacon.ts';
import { isForMembers } from '#shared/policy/for-members.ts';
import { detailPath, hashAddress, loginPath } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { SubscribePart } from './subscribe-part.tsx';
import { StarButton } from '#client/features/kept-lists/star.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { hear, screen, type Place } from '#client/app/base/screen.tsx';
import { actionsOf } from '#client/app/base/record-actions.ts';

const ContactPanelScreen = lazyPart(async () => (await import('./contact-panel-screen.tsx')).ContactPanelScreen);

const AlbumPanel = lazyPart(async () => (await import('./album-panel.tsx')).AlbumPanel);

const NotesPanelScreen = lazyPart(async () => (await import('./notes-panel-screen.tsx')).NotesPanelScreen);

const SUBJECT = /^[A-Z][A-Za-z0-9]{0,39}\/[1-9][0-9]{0,17}$/;

/** The object and the record of an address; a route that names no object is that of the news. */
const namesOf = ({ params: { moduleInfoId = BINDINGS.news.object, id = '' } }: Place) => ({ name: moduleInfoId, id });

/** As whom the address says that the page is looked at; undefined for the user. */
const VIEWPOINTS = ['member', 'investor', 'founder', 'organisation', 'svip', 'visitor'] as const;
const viewpointOf = ({ query }: Place): Viewpoint | undefined => VIEWPOINTS.find((as) => as === query.get('as'));

/** The open tab in the address: back leads to the one before, and a link that is handed on opens the same. */
const tabOf = ({ query, setQuery }: Place) => ({
  tab: query.get('tab'),
  onTab: (tab: string | null) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.delete('tab');
      if (tab !== null) next.set('tab', tab);
      return next;
    }),
});

/** The two ways to follow a record: the star, of data that users follow, and alerts of what changes. */
const FollowParts = ({ stores, objectApiName, id, hasStar }: FollowPartsProps) => (
  <>
    {hasStar && <StarButton store={stores.stars} objectApiName={objectApiName} id={id} />}
    <SubscribePart stores={stores} source="record" objectApiName={objectApiName} id={id} />
  </>
);

interface FollowPartsProps {
  readonly stores: AppStores;
  readonly objectApiName: string;
  readonly id: string;
  readonly hasStar: boolean;
}

/** The page of one record, with the way to the people behind it. */
export const DetailScreen = screen(
  (stores, place) => {
    const { name, id } = namesOf(place);
    const store = new RecordDetailStore(stores.api, stores.catalog, name, id, { as: viewpointOf(place) });
    return { store, actions: actionsOf(stores, () => void store.load()) };
  },
  ({ store, actions }, stores, place) => {
    const { name, id } = namesOf(place);
    const isOfData = store.definition !== undefined && !isSystem(store.definition);
    const isFollowed = store.definition !== undefined && isForMembers(store.definition);
    const signIn = () => place.goTo(loginPath(detailPath(name, id)));
    return (
      <RecordDetailPage
        store={store}
        options={stores.lookups}
        onKeep={stores.session.isSignedIn ? () => stores.lists.ask(name, [id]) : undefined}
        onUpgrade={() => stores.upgrade.open()}
        actions={actions}
        further={
          isOfData && stores.session.isSignedIn ? (
            <FollowParts stores={stores} objectApiName={name} id={id} hasStar={isFollowed} />
          ) : null
        }
        place={tabOf(place)}
        onMerged={(survivor) => {
          // What the address asks for, such as the open tab, holds for the record that was kept as well.
          const asked = place.query.toString();
          window.location.replace(hashAddress(detailPath(name, survivor) + (asked && `?${asked}`)));
        }}
        notes={
          isOfData && stores.session.isSignedIn ? (
            <NotesPanelScreen stores={stores} objectApiName={name} id={id} />
          ) : null
        }
        panel={
          !store.as &&
          store.definition?.party && (
            <>
              <ContactPanelScreen stores={stores} record={store} onSignIn={signIn} />
              <AlbumPanel stores={stores} record={store} />
            </>
          )
        }
      />
    );
  },
  {
    subject: (place) => {
      const subject = SUBJECT.exec(Object.values(namesOf(place)).join('/'))?.[0];
      return subject === undefined ? undefined : `${subject} ${viewpointOf(place) ?? ''}`;
    },
    start: ({ store }, { events, session }) => {
      const { objectApiName, id } = store;
      const isCounted = () =>
        session.profile?.staff === false &&
        store.definition?.party?.kind === 'company' &&
        store.as === undefined &&
        store.reply !== undefined &&
        !store.isPart;
      const source = openedBy();
      const leave = followStay(isCounted, (beat) => sendBeacon(noteStay, { objectApiName, id, source, ...beat }));
      const unhear = hear(events, store);
      return () => {
        leave();
        unhear();
      };
    },
  },
);
