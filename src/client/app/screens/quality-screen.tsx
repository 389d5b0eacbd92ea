import { QualityPage } from '#client/features/quality/quality-page.tsx';
import { QualityStore } from '#client/features/quality/quality-store.ts';
import { screen } from '#client/app/base/screen.tsx';

/** How good the records are. */
export const QualityScreen = screen(
  ({ api }) => new QualityStore(api),
  (store) => <QualityPage store={store} />,
  {
    start: (store) => {
      void store.quality.load();
      return () => store.quality.stop();
    },
  },
);
