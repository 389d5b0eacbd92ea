import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { ExportsPage } from '#client/features/records/exports/exports-page.tsx';
import { ExportsStore } from '#client/features/records/exports/exports-store.ts';
import type { ExportOrder } from '#client/features/records/exports/new-export.tsx';
import { ExportProgress } from '#client/features/records/exports/export-progress.tsx';
import { listQuestion } from '#client/features/records/list/list-question.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { viewState } from '#client/features/records/views/saved-views-store.ts';
import { downloadFile } from '#client/lib/download.ts';
import { every } from '#client/lib/every.ts';
import type { AppStores } from '#client/app/base/stores.ts';

/** Taking data along as files. */
export const ExportsScreen = observer(function ExportsScreen({ stores }: { readonly stores: AppStores }) {
  const { api, catalog, views, exports } = stores;
  const [store] = useState(() => new ExportsStore({ api, download: downloadFile, every }));
  const chosen = useCallback((objectApiName: string) => void views.load(objectApiName), [views]);
  const begin = async ({ objectApiName, viewId, format }: ExportOrder) => {
    const run = exports.of(objectApiName);
    run.dismiss();
    const view = views.view(viewId);
    const ended = run.start({ ...listQuestion(objectApiName, view ? viewState(view) : DEFAULT_LIST_STATE), format });
    // The list and what is left of the day are read when it has begun or was refused, and again at its end.
    await when(() => !run.isStarting);
    await store.load();
    await ended;
    await store.load();
  };
  return (
    <ExportsPage
      store={store}
      objects={(catalog.objects ?? []).filter(({ route }) => route !== undefined)}
      viewsOf={(objectApiName) => views.of(objectApiName) ?? []}
      onChoose={chosen}
      onBegin={(order) => void begin(order)}
      isBusy={(objectApiName) => exports.of(objectApiName).isStarting || exports.of(objectApiName).isRunning}
      progressOf={(objectApiName) => {
        const run = exports.of(objectApiName);
        return run.current || run.failure || run.isStarting ? <ExportProgress exports={run} /> : null;
      }}
    />
  );
});
