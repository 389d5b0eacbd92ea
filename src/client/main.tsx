import { createRoot } from 'react-dom/client';
import { App } from '#client/app/app.tsx';
import { browserStores } from '#client/app/base/stores.ts';

const stores = browserStores();
void stores.session.load();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App stores={stores} />);
