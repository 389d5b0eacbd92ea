import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { Chart } from '#client/ui/chart/chart.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { ChartStore } from './chart-store.ts';
import { CompareView } from './compare-view.tsx';
import './blocks.css';

interface ChartCardProps {
  readonly store: ChartStore;
  /** What the record says of itself, by its labels, for a chart that is set beside it. */
  readonly stated?: readonly string[];
}

/** One chart of a detail page, and in words what is counted in it. */
export const ChartCard = observer(function ChartCard({ store, stated = [] }: ChartCardProps) {
  const { chart } = store;
  if (chart.value === null) return null;
  const { id, label, kind, help, counts } = store.layout;
  return (
    <section id={id} className="detail-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{label}</h2>
      {help !== undefined && <p className="detail-help">{help}</p>}
      {counts && (
        <p className="detail-help">
          与“{counts.label}”口径相同{store.conditionWords !== undefined && `，只计：${store.conditionWords}`}
        </p>
      )}
      {chart.value && kind === 'compare' && (
        <CompareView label={label} chart={chart.value} stated={stated} hrefOf={store.hrefOf} />
      )}
      {chart.value && kind !== 'compare' && (
        <Chart label={label} kind={kind} chart={chart.value} hrefOf={store.hrefOf} />
      )}
      {!chart.value && !chart.failure && <LoadingBlock height={260} />}
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
