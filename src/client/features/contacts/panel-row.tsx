import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PanelRowProps {
  readonly title: string;
  /** The present state for the user, in one line. */
  readonly line: string;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** One matter of the contact panel: what it is, its state for the user, and the buttons at the end. */
export function PanelRow({ title, line, children }: PanelRowProps) {
  return (
    <Stack direction="row" sx={{ gap: 1.5, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography component="h2" variant="h3">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {line}
        </Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {children}
      </Stack>
    </Stack>
  );
}
