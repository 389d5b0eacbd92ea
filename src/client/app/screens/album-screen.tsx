import { AlbumPage } from '#client/features/albums/album-page.tsx';
import { AlbumStore } from '#client/features/albums/album-store.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { detailPath, formPath } from '#client/lib/router.ts';
import { screen, type Place } from '#client/app/base/screen.tsx';

const SUBJECT = /^[A-Z][A-Za-z0-9]{0,39}\/[1-9][0-9]{0,17}$/;
const namesOf = ({ params: { objectApiName = '', id = '' } }: Place) => ({ objectApiName, id });

/** The pictures that a company shows of a project. */
export const AlbumScreen = screen(
  (stores, place) => {
    const { objectApiName, id } = namesOf(place);
    return new AlbumStore(stores.api, objectApiName, id);
  },
  (store, _stores, place) => {
    const { objectApiName, id } = namesOf(place);
    return (
      <AlbumPage
        store={store}
        recordPath={detailPath(objectApiName, id)}
        editPath={(ccid) => formPath(BINDINGS.companyCard.object, ccid)}
      />
    );
  },
  { subject: (place) => SUBJECT.exec(Object.values(namesOf(place)).join('/'))?.[0] },
);
