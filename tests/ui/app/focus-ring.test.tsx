import Button from '@mui/material/Button';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Themed } from '#client/app/shell/themed.tsx';

afterEach(cleanup);

test('a button that is reached by keyboard shows that it has the focus', async () => {
  render(
    <Themed>
      <Button variant="contained">保存</Button>
    </Themed>,
  );
  const button = screen.getByRole('button');
  expect(getComputedStyle(button).outline).not.toContain('var(--brand)');
  await userEvent.tab();
  expect(document.activeElement).toBe(button);
  expect(getComputedStyle(button).outline).toContain('var(--brand)');
});
