import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { Chart } from '#client/ui/chart/chart.tsx';
import type { ChartStore } from './chart-store.ts';
import { useInView } from './use-in-view.ts';

/** One chart of a detail page; its numbers are fetched as it comes near the screen. */
export const ChartCard = observer(function ChartCard({ store }: { readonly store: ChartStore }) {
  const section = useInView(store.chart.load);
  const { chart } = store;
  if (chart.value === null) return null;
  const { id, label, kind, help } = store.layout;
  return (
    <section ref={section} id={id} className="detail-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{label}</h2>
      {help !== undefined && <p className="detail-help">{help}</p>}
      {chart.value && <Chart label={label} kind={kind} chart={chart.value} hrefOf={store.hrefOf} />}
      {!chart.value && !chart.failure && <Skeleton variant="rounded" height={260} />}
      {chart.failure && (
        <>
          <Typography role="alert" variant="body2" color="error">
            {chart.failure.message}
          </Typography>
          <Button
            className="detail-actions"
            disabled={chart.isLoading}
            onClick={() => void chart.load()}
            sx={{ mt: 1 }}
          >
            重试
          </Button>
        </>
      )}
    </section>
  );
});
