import { MergePage } from '#client/features/merging/merge-page.tsx';
import { MergeStore } from '#client/features/merging/merge-store.ts';
import { OtherRecordPage } from '#client/features/merging/other-record-page.tsx';
import { every } from '#client/lib/every.ts';
import { screen, type Place } from '#client/app/base/screen.tsx';

const NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
const ID = /^[1-9][0-9]{0,17}$/;

/** The addresses of a merge are good where they name an object and records of it. */
const subjectOf = ({ params: { objectApiName = '', idA = '', idB } }: Place): string | undefined => {
  const isGood = NAME.test(objectApiName) && ID.test(idA) && (idB === undefined || ID.test(idB));
  return isGood ? [objectApiName, idA, idB].join('/') : undefined;
};

/** With which record one is to be merged. */
export const OtherRecordScreen = screen(
  () => undefined,
  (_kept, stores, { params: { objectApiName = '', idA = '' }, goTo }) => (
    <OtherRecordPage
      objectApiName={objectApiName}
      lookups={stores.lookups}
      onChosen={(id) => goTo(`/staff/merge/${objectApiName}/${idA}/${id}`)}
    />
  ),
  { subject: subjectOf },
);

/** Two records side by side, and their merge. */
export const MergeScreen = screen(
  ({ api, catalog }, { params: { objectApiName = '', idA = '', idB = '' } }) =>
    new MergeStore({ api, catalog, every }, objectApiName, [idA, idB]),
  (store, { lookups }) => <MergePage store={store} options={lookups} />,
  { subject: subjectOf, start: (store) => () => store.stop() },
);
