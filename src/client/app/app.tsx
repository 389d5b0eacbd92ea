import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo } from 'react';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { styleNonce } from '#client/lib/product.ts';
import { RecordHrefContext } from '#client/ui/field-types/record-href.ts';
import { buildRoutes } from './routes.tsx';
import type { AppStores } from './stores.ts';
import { theme } from './theme.ts';
import { UpgradeGate } from './upgrade-gate.tsx';

const recordHref = (objectApiName: string, id: string) => hashAddress(detailPath(objectApiName, id));

/** The product in a page. */
export function App({ stores }: { readonly stores: AppStores }) {
  const router = useMemo(() => createHashRouter(buildRoutes(stores)), [stores]);
  const styles = useMemo(() => {
    const nonce = styleNonce();
    return createCache({ key: 'jt', ...(nonce && { nonce }) });
  }, []);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <RecordHrefContext value={recordHref}>
          <RouterProvider router={router} />
          <UpgradeGate store={stores.upgrade} />
        </RecordHrefContext>
      </ThemeProvider>
    </CacheProvider>
  );
}
