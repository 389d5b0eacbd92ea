import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

it('content that still loads is announced under its name', () => {
  render(<LoadingBlock height={320} label="正在搜索" />);
  expect(screen.getByRole('img', { name: '正在搜索' }).style.height).toBe('320px');
});
