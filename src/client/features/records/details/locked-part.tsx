import Typography from '@mui/material/Typography';
import { LockedValue } from './locked-value.tsx';

/** What belongs to a record whose details are for VIP: said once, instead of a refusal for each list and chart. */
export function LockedPart({
  labels,
  onUpgrade,
}: {
  readonly labels: readonly string[];
  readonly onUpgrade: () => void;
}) {
  if (labels.length === 0) return null;
  return (
    <section className="detail-card" aria-label="更多内容">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {labels.join('、')}等内容需要SVIP权限
      </Typography>
      <LockedValue onUpgrade={onUpgrade} />
    </section>
  );
}
