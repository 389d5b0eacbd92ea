import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface NoticeProps {
  readonly title: string;
  /** One sentence more: why, and what to do. */
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Failures are read out at once. */
  readonly isAlert?: boolean;
}

/** What stands in the place of content that is not there: nothing found, not loaded, not allowed. */
export function Notice({ title, children, action, isAlert = false }: NoticeProps) {
  return (
    <Stack role={isAlert ? 'alert' : 'status'} sx={{ alignItems: 'center', gap: 1, px: 3, py: 7, textAlign: 'center' }}>
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {children !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 460 }}>
          {children}
        </Typography>
      )}
      {action && (
        <Button variant="outlined" onClick={action.onPress} sx={{ mt: 1 }}>
          {action.label}
        </Button>
      )}
    </Stack>
  );
}
