import { comparedOf } from '#client/lib/compare-address.ts';
import { ComparePage } from '#client/features/records/compare/compare-page.tsx';
import { CompareStore } from '#client/features/records/compare/compare-store.ts';
import { hear, screen } from '#client/app/base/screen.tsx';

/** Records side by side: the address says of which object, and which. */
export const CompareScreen = screen(
  ({ api, catalog }, { query }) => new CompareStore(api, catalog, comparedOf(query)?.objectApiName ?? ''),
  (store, { lookups, upgrade, exports }, { query, setQuery }) => (
    <ComparePage
      store={store}
      asked={comparedOf(query)?.ids ?? []}
      options={lookups}
      exports={exports.of(store.objectApiName)}
      onUpgrade={() => upgrade.open()}
      onIds={(ids) => setQuery({ o: store.objectApiName, ids: ids.join(',') })}
    />
  ),
  {
    subject: ({ query }) => comparedOf(query)?.objectApiName,
    start: (store, { events }) => hear(events, store),
  },
);
