import { DUTIES } from '#schemas/metadata/duty.ts';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { readObject } from '#schemas/api/metadata.ts';
import { countRecords, listRecords, readRecord, type RecordRow } from '#schemas/api/records.ts';
import type { ActionDialogName } from '#schemas/api/action-routes.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { ACTION_DIALOGS } from '#client/app/base/action-dialogs.ts';
import { userFinder } from '#client/app/base/user-finder.ts';
import { BesideScreen } from '#client/app/screens/beside-screen.tsx';
import type { BesideProps } from '#client/features/records/beside/record-beside.tsx';
import { ListDisplays } from '#client/features/records/displays/list-displays.ts';
import { ActionStore } from '#client/features/records/actions/action-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { ExportStore } from '#client/features/records/exports/export-store.ts';
import { RecordListPage } from '#client/features/records/list/record-list-page.tsx';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { DisplayChoices } from '#client/features/records/views/display-choices.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { CatalogStore } from '#client/lib/catalog-store.ts';
import { LookupStore } from '#client/lib/lookup-store.ts';
import type { Upload } from '#client/ui/field-types/field-type-ui.ts';
import { refusal, type FakeApi } from './fake-api.ts';

/** Opens the list of a system object that ships, with its actions and their dialogs, over some rows. */
export function openSystemList(
  api: FakeApi,
  objectApiName: string,
  rows: () => RecordRow[],
  upload?: Upload,
  search = '',
) {
  const object = shippedObjects().find(({ apiName }) => apiName === objectApiName);
  if (!object) throw new Error(`${objectApiName} does not ship.`);
  const { label, version, nameField, fields, actions = [], layouts } = object;
  const { board } = layouts;
  const layout = {
    objectApiName,
    label,
    version,
    nameField,
    fields,
    actions,
    ...layouts.list,
    ...(board && { board }),
  };
  const said: string[] = [];
  api
    .on(listRecords, () => ({ layout, list: rows(), total: rows().length, totalIsExact: true, after: null }))
    .on(countRecords, () => ({ total: rows().length, totalIsExact: true }));
  api
    .on(readObject, () => object)
    .on(readRecord, ({ params }) => {
      const record = rows().find(({ id }) => id === params.id);
      if (!record) throw refusal('UNKNOWN_RECORD');
      return { record, locked: [], editable: false };
    });
  const store = new RecordListStore(api, objectApiName);
  const views = new SavedViewsStore(api, () => true, new DisplayChoices(window.localStorage));
  void views.start();
  const displays = new ListDisplays(api, objectApiName, '2026-11-20');
  const lookups = Object.assign(new LookupStore(api, { User: userFinder(api) }), upload && { upload });
  const stores = {
    api,
    catalog: new CatalogStore(api),
    events: { subscribe: () => () => undefined },
    session: {
      profile: { uid: '1', staff: true, duties: [...DUTIES] },
      may: () => true,
      refresh: async () => undefined,
    },
    toast: { say: (words: string) => said.push(words) },
    lookups,
  } as never;
  const tools = {
    views,
    exports: new ExportStore(api, objectApiName),
    totals: new TotalsStore(api),
    actions: new ActionStore({
      api,
      today: '2026-11-20',
      me: '1',
      lookups,
      say: (words) => said.push(words),
      goTo: () => undefined,
      dialog: (name, props) =>
        createElement(ACTION_DIALOGS[name as ActionDialogName], { stores: { api, lookups } as never, ...props }),
      onDone: () => {
        void store.reload();
        displays.reload();
      },
    }),
    displays,
    beside: (place: BesideProps) => (
      <BesideScreen {...place} {...{ stores, objectApiName }} onChanged={() => void store.reload()} />
    ),
  };
  const parts = { store, tools, lookups, label, isCreatable: false, isImportable: false };
  const router = createMemoryRouter([{ path: '*', element: <RecordListPage {...parts} /> }], {
    initialEntries: [`/${search}`],
  });
  render(<RouterProvider router={router} />);
  return { said, router, person: userEvent.setup() };
}
