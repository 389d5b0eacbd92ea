import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { checkCaptcha, readCaptcha, sendCode } from '#schemas/api/passport.ts';
import { handle, HOLE, openLogin as open, server, solveByKeys, prepareScreen } from './login-world.tsx';

prepareScreen();

describe('the slide captcha', () => {
  async function asked(api = server()) {
    const opened = open('/login', api);
    await opened.user.type(screen.getByLabelText('手机号'), '19900000001');
    await opened.user.click(screen.getByRole('button', { name: '获取验证码' }));
    return { ...opened, piece: await handle() };
  }

  test('is dragged by a pointer, and the way it took is sent with where it was let go', async () => {
    const { api, piece } = await asked();
    // The track is as wide as the screen here and the piece may go 290 pixels of the picture.
    const at = (left: number) => (left / 290) * 1440;
    fireEvent.pointerDown(piece, { clientX: 10, clientY: 50, button: 0 });
    for (let left = 10; left <= HOLE; left += 10)
      fireEvent.pointerMove(piece, { clientX: 10 + at(left), clientY: 50 + (left % 20) });
    fireEvent.pointerUp(piece);
    await waitFor(() => expect(api.callsOf(sendCode)).toHaveLength(1));
    const [sent] = api.callsOf(checkCaptcha) as [
      { challenge: string; left: number; trail: [number, number, number][] },
    ];
    expect(sent).toMatchObject({ challenge: 'c1', left: HOLE });
    expect(sent.trail).toHaveLength(13);
    expect(sent.trail[0]).toEqual([0, 0, 0]);
    expect(sent.trail.at(-1)?.[0]).toBe(HOLE);
    const times = sent.trail.map(([, , ms]) => ms);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  });

  test('takes a press without a move for no attempt, nor one with another button', async () => {
    const { api, piece } = await asked();
    fireEvent.pointerDown(piece, { clientX: 10, clientY: 50, button: 0 });
    fireEvent.pointerUp(piece);
    fireEvent.pointerDown(piece, { clientX: 10, clientY: 50, button: 2 });
    fireEvent.pointerMove(piece, { clientX: 300, clientY: 50 });
    fireEvent.pointerUp(piece);
    fireEvent.keyDown(piece, { key: 'Enter' });
    expect(api.callsOf(checkCaptcha)).toEqual([]);
  });

  test('that is missed says so, shows another, and starts from the left again', async () => {
    const { api, piece } = await asked();
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(piece, { key: 'PageUp' });
    fireEvent.keyDown(piece, { key: ' ' });
    expect(await screen.findByText('滑块验证未通过，请重试')).toBeTruthy();
    await waitFor(async () => expect((await handle()).getAttribute('aria-valuenow')).toBe('0'));
    expect(api.callsOf(readCaptcha)).toHaveLength(2);
    await solveByKeys();
    await waitFor(() => expect(api.callsOf(sendCode)).toHaveLength(1));
  });

  test('sends by keys steps of two sizes and no height, as hands without a pointer make them', async () => {
    const { api } = await asked();
    await solveByKeys();
    await waitFor(() => expect(api.callsOf(checkCaptcha)).toHaveLength(1));
    const [{ trail }] = api.callsOf(checkCaptcha) as [{ trail: [number, number, number][] }];
    expect(new Set(trail.map(([, y]) => y))).toEqual(new Set([0]));
    const steps = trail.slice(1).map(([x], index) => Math.abs(x - (trail[index]?.[0] ?? 0)));
    expect(new Set(steps.filter((step) => step > 0))).toEqual(new Set([16, 4]));
  });

  test('that expired covers the picture until it is refreshed', async () => {
    const { clock, user } = await asked();
    await act(() => clock.pass(110_000));
    expect(screen.getByText('验证已过期')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '刷新' }));
    await waitFor(() => expect(screen.queryByText('验证已过期')).toBeNull());
    await solveByKeys();
  });

  test('can be changed for another one', async () => {
    const { api, user } = await asked();
    await user.click(screen.getByRole('button', { name: '换一张' }));
    await waitFor(() => expect(api.callsOf(readCaptcha)).toHaveLength(2));
  });
});
