import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { Chart } from '#client/ui/chart/chart.tsx';
import type { ChartStore } from './chart-store.ts';
import { useNearScreen } from './use-near-screen.ts';

/** One chart of a detail page; its numbers are fetched as it comes near the screen. */
export const ChartCard = observer(function ChartCard({ store }: { readonly store: ChartStore }) {
  const section = useNearScreen(store.load);
  if (store.isDropped) return null;
  const { id, label, kind, help } = store.layout;
  return (
    <section ref={section} id={id} className="detail-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{label}</h2>
      {help !== undefined && <p className="detail-help">{help}</p>}
      {store.chart && <Chart label={label} kind={kind} chart={store.chart} hrefOf={store.hrefOf} />}
      {!store.chart && !store.failure && <Skeleton variant="rounded" height={260} />}
      {store.failure && (
        <>
          <Typography role="alert" variant="body2" color="error">
            {store.failure.message}
          </Typography>
          <Button
            className="detail-actions"
            disabled={store.isLoading}
            onClick={() => void store.load()}
            sx={{ mt: 1 }}
          >
            重试
          </Button>
        </>
      )}
    </section>
  );
});
