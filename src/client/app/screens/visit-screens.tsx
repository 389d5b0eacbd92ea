import { formPath } from '#client/lib/router.ts';
import { VisitStatPage } from '#client/features/visits/visit-stat-page.tsx';
import { VisitStatStore } from '#client/features/visits/visit-stat-store.ts';
import { WorkbenchPage } from '#client/features/visits/workbench-page.tsx';
import { WorkbenchStore } from '#client/features/visits/workbench-store.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { screen } from '#client/app/base/screen.tsx';
import { SubscribePart } from './subscribe-part.tsx';

const PATHS = {
  settings: '/personalCenter?page=contacts',
  identity: '/identity',
  financing: formPath(BINDINGS.financing.object),
};

/** Who looks at the user's company. */
export const VisitStatScreen = screen(
  ({ api }) => new VisitStatStore(api),
  (store, stores, { query, setQuery, goTo }) => {
    const ask = (name: string, value: string) =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      });
    const alertsOf = (id: string) => (
      <SubscribePart key={id} stores={stores} source="visitors" objectApiName={BINDINGS.company.object} id={id} />
    );
    return <VisitStatPage store={store} query={query} onAsk={ask} paths={PATHS} onGo={goTo} alertsOf={alertsOf} />;
  },
);

/** What the investor looked at and follows up. */
export const WorkbenchScreen = screen(
  ({ api }) => new WorkbenchStore(api),
  (store, { catalog }, { goTo }) => (
    <WorkbenchPage store={store} onBrowse={() => goTo(catalog.summary(BINDINGS.project.object)?.route ?? '/home')} />
  ),
);
