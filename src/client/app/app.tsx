// First, so that the sheet of a screen may add to it.
import '#client/ui/patterns.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { reaction } from 'mobx';
import { useCallback, useEffect, useMemo } from 'react';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { detailPath, goTo, hashAddress } from '#client/lib/router.ts';
import type { AppearanceStore } from '#client/lib/appearance.ts';
import { styleNonce } from '#client/lib/product.ts';
import { AppearanceContext } from '#client/ui/appearance/appearance-context.ts';
import { RecordHrefContext } from '#client/ui/field-types/cells/record-href.ts';
import { HelpStore } from '#client/features/help/help-store.ts';
import { PlaceHelp } from '#client/features/help/place-help.tsx';
import { HelpAtContext } from '#client/ui/help-at.tsx';
import { FloatingSphere } from '#client/app/sphere/floating-sphere.tsx';
import { buildRoutes } from './routes.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { ConnectionBar } from '#client/app/shell/connection-bar.tsx';
import { Themed } from '#client/app/shell/themed.tsx';
import { ArrivalGate } from '#client/app/toast/arrival-gate.tsx';
import { KeptListsGate } from '#client/app/base/kept-lists-gate.tsx';
import { ToastGate } from '#client/app/toast/toast-gate.tsx';
import { UpgradeGate } from '#client/app/toast/upgrade-gate.tsx';

const recordHref = (objectApiName: string, id: string) => hashAddress(detailPath(objectApiName, id));

type Router = ReturnType<typeof createHashRouter>;
const pathOf = ({ state }: Router) => state.location.pathname + state.location.search;

interface AppProps {
  readonly stores: AppStores;
  readonly appearance?: AppearanceStore;
}

/** The product in a page. */
export function App({ stores, appearance }: AppProps) {
  const router = useMemo(() => createHashRouter(buildRoutes(stores)), [stores]);
  useEffect(
    () =>
      reaction(
        () => stores.session.departures,
        () => void router.navigate('/dashboard', { replace: true }),
      ),
    [router, stores],
  );
  useEffect(() => {
    stores.turns.visit(router.state);
    return router.subscribe((state) => stores.turns.visit(state));
  }, [router, stores]);
  const go = (path: string) =>
    void goTo({ location: router.state.location, navigate: (to, options) => router.navigate(to, options) }, path);
  const help = useMemo(() => new HelpStore(stores.api), [stores]);
  const helpAt = useCallback((place: string) => <PlaceHelp store={help} place={place} />, [help]);
  useEffect(
    () =>
      reaction(
        () => stores.session.profile?.uid,
        () => help.forget(),
      ),
    [help, stores],
  );
  const styles = useMemo(() => {
    const nonce = styleNonce();
    return createCache({ key: 'jt', ...(nonce && { nonce }) });
  }, []);
  return (
    <CacheProvider value={styles}>
      <Themed>
        <CssBaseline />
        <AppearanceContext value={appearance}>
          <RecordHrefContext value={recordHref}>
            <HelpAtContext value={helpAt}>
              <RouterProvider router={router} />
              <FloatingSphere stores={stores} onGo={go} />
              <UpgradeGate stores={stores} onGo={go} onAgain={() => go(pathOf(router))} />
              <ToastGate store={stores.toast} />
              <KeptListsGate store={stores.lists} />
              <ArrivalGate stores={stores} />
              <ConnectionBar store={stores.connection} />
            </HelpAtContext>
          </RecordHrefContext>
        </AppearanceContext>
      </Themed>
    </CacheProvider>
  );
}
