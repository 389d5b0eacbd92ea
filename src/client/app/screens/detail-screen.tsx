import { noteStay } from '#schemas/generated/api/visits.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { RecordDetailPage } from '#client/features/records/details/record-detail-page.tsx';
import { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { followStay } from '#client/features/visits/follow-stay.ts';
import { sendBeacon } from '#client/lib/beacon.ts';
import { detailPath, hashAddress, loginPath } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { hear, screen, type Place } from '#client/app/base/screen.tsx';
import { actionsOf } from '#client/app/base/record-actions.ts';

const ContactPanelScreen = lazyPart(async () => (await import('./contact-panel-screen.tsx')).ContactPanelScreen);

const SUBJECT = /^[A-Z][A-Za-z0-9]{0,39}\/[1-9][0-9]{0,17}$/;

/** The object and the record of an address; a route that names no object is that of the news. */
const namesOf = ({ params: { moduleInfoId = BINDINGS.news.object, id = '' } }: Place) => ({ name: moduleInfoId, id });

/** The page of one record, with the way to the people behind it. */
export const DetailScreen = screen(
  (stores, place) => {
    const { name, id } = namesOf(place);
    const store = new RecordDetailStore(stores.api, stores.catalog, name, id);
    return { store, actions: actionsOf(stores, () => void store.load()) };
  },
  ({ store, actions }, stores, place) => {
    const { name, id } = namesOf(place);
    const signIn = () => place.goTo(loginPath(detailPath(name, id)));
    return (
      <RecordDetailPage
        store={store}
        options={stores.lookups}
        onUpgrade={() => stores.upgrade.open()}
        onSignIn={signIn}
        actions={actions}
        onMerged={(survivor) => window.location.replace(hashAddress(detailPath(name, survivor)))}
        panel={store.definition?.party && <ContactPanelScreen stores={stores} record={store} onSignIn={signIn} />}
      />
    );
  },
  {
    subject: (place) => SUBJECT.exec(Object.values(namesOf(place)).join('/'))?.[0],
    start: ({ store }, { events, session }) => {
      const { objectApiName, id } = store;
      const isCounted = () =>
        session.profile?.staff === false &&
        store.definition?.party?.kind === 'company' &&
        store.reply !== undefined &&
        !store.isPart;
      const leave = followStay(isCounted, (beat) => sendBeacon(noteStay, { objectApiName, id, ...beat }));
      const unhear = hear(events, store);
      return () => {
        leave();
        unhear();
      };
    },
  },
);
