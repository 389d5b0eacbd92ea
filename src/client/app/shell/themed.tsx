import { ThemeContext } from '@emotion/react';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import type { ComponentProps, ReactNode } from 'react';
import { theme } from './theme.ts';

const components = theme.components as ComponentProps<typeof DefaultPropsProvider>['value'];

/**
 * Gives every part of MUI the theme. MUI's own provider does the same for a theme of one colour scheme, as ours is, and
 * brings what switches schemes along: 4 KB of script before the first rows.
 */
export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <ThemeContext value={theme}>
      <DefaultPropsProvider value={components}>{children}</DefaultPropsProvider>
    </ThemeContext>
  );
}
