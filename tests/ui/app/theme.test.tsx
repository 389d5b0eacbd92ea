import Alert, { type AlertProps } from '@mui/material/Alert';
import Button, { type ButtonProps } from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Themed } from '#client/app/shell/themed.tsx';

const COLOURS = ['error', 'info', 'success', 'warning'] as const;
const ALERTS: readonly NonNullable<AlertProps['variant']>[] = ['standard', 'outlined', 'filled'];
const BUTTONS: readonly NonNullable<ButtonProps['variant']>[] = ['text', 'outlined', 'contained'];

test('every part of MUI in every colour takes its shades from colours that follow the theme', () => {
  render(
    <Themed>
      {COLOURS.flatMap((colour) => [
        ...ALERTS.map((variant) => (
          <Alert key={`${colour} ${variant}`} severity={colour} variant={variant}>
            提示
          </Alert>
        )),
        ...BUTTONS.map((variant) => (
          <Button key={`${colour} button ${variant}`} color={colour} variant={variant}>
            按钮
          </Button>
        )),
        <Chip key={colour} color={colour} label="标签" />,
      ])}
    </Themed>,
  );
  expect(screen.getAllByText('提示')).toHaveLength(12);
  expect(getComputedStyle(screen.getAllByRole('alert')[0] as Element).backgroundColor).toContain('var(--paper)');
});
