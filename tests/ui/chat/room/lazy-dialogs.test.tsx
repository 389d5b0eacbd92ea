import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ContactMenu, ReportDialog } from '#client/features/chat/room/lazy-dialogs.ts';
import { lazyPanel, lazyPopup } from '#client/ui/lazy-part.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

/** Code that cannot be had the first time. */
function failsOnce<Part>(part: Part) {
  return vi.fn<() => Promise<Part>>(async () => part).mockRejectedValueOnce(new TypeError('no network'));
}

describe('what a press in the room opens', () => {
  test('says that it cannot be fetched, and opens by a retry', async () => {
    const Form = lazyPopup(failsOnce(({ onClose }: { readonly onClose: () => void }) => <form onReset={onClose} />));
    const onClose = vi.fn<() => void>();
    const { container } = render(<Form onClose={onClose} />);
    expect(await screen.findByText(/加载失败，请检查网络/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(container.querySelector('form')).not.toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('can be given up where it cannot be fetched', async () => {
    const Form = lazyPopup(
      failsOnce(({ onClose: reset }: { readonly onClose: () => void }) => <form onReset={reset} />),
    );
    const onClose = vi.fn<() => void>();
    render(<Form onClose={onClose} />);
    await userEvent.click(await screen.findByRole('button', { name: '关闭提示' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('is described in words in its place while it comes, and where it fails', async () => {
    const View = lazyPanel(failsOnce(({ name }: { readonly name: string }) => <h3>{name}</h3>));
    render(<View name="企业" />);
    expect(screen.getByRole('status').textContent).toBe('正在加载…');
    expect((await screen.findByRole('alert')).textContent).toContain('加载失败');
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('heading', { name: '企业' })).toBeDefined();
  });

  test('is fetched while the browser has nothing else to do, so that the press waits for nothing', async () => {
    const { whenIdle } = await openedRoom();
    const row = await screen.findByRole('button', { name: /林知远 ?远山资本/ });
    expect(whenIdle).toHaveLength(1);
    for (const work of whenIdle) work();
    // Resolve with the fetch that is under way.
    await Promise.all([ContactMenu.load(), ReportDialog.load()]);
    fireEvent.contextMenu(row, { button: 2, clientX: 40, clientY: 60 });
    fireEvent.click(screen.getByRole('menuitem', { name: '举报' }));
    expect(screen.getByRole('dialog', { name: '举报林知远' })).toBeDefined();
  });
});
