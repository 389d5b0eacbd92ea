import { createRoot } from 'react-dom/client';
import { App } from '#client/app/app.tsx';
import { followPresses } from '#client/features/visits/visit-way.ts';
import { browserStores } from '#client/app/base/stores.ts';
import { openStoredState } from '#client/lib/stored-state.ts';
import { browserAppearance } from '#client/lib/appearance.ts';

openStoredState(localStorage);
const stores = browserStores();
const appearance = browserAppearance();
void stores.session.load();
followPresses();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App stores={stores} appearance={appearance} />);
