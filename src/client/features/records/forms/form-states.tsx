import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ApiFailure } from '#client/lib/api-failure.ts';

const ROWS = [0, 1, 2, 3, 4];

/** The shape of a form while it loads. */
export function FormSkeleton() {
  return (
    <Box aria-busy aria-label="正在加载表单">
      <Skeleton width={220} height={36} />
      <Box sx={{ mt: 2, p: 2.5, bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {ROWS.map((row) => (
          <Box key={row} sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2.5, mb: 1.5 }}>
            <Skeleton height={56} />
            <Skeleton height={56} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Why the form cannot be opened. */
export function FormFailure({
  failure,
  onRetry,
  isPage = false,
}: {
  readonly failure: ApiFailure;
  readonly onRetry: () => Promise<void>;
  /** It is all there is of the page. */
  readonly isPage?: boolean;
}) {
  return (
    <Box role="alert" sx={{ py: 10, px: 2, textAlign: 'center' }}>
      <Typography variant="h2" component={isPage ? 'h1' : 'h2'} gutterBottom>
        表单无法打开
      </Typography>
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{failure.message}</Typography>
      <Button variant="outlined" onClick={() => void onRetry()}>
        重试
      </Button>
    </Box>
  );
}
