import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface SettingsCardProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

/** One matter of a settings page. */
export function SettingsCard({ title, help, children }: SettingsCardProps) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Typography component="h2" variant="h3" sx={{ mb: help === undefined ? 2 : 0.5 }}>
        {title}
      </Typography>
      {help !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {help}
        </Typography>
      )}
      {children}
    </Box>
  );
}
