import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issueCodes, readOffers } from '#schemas/api/orders.ts';
import { codesCsv } from '#client/features/wallet/codes-csv.ts';
import { IssueDialog } from '#client/features/wallet/issue-dialog.tsx';
import { IssueStore } from '#client/features/wallet/issue-store.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const PRODUCT = { name: 'SVIP 月度会员', kind: 'svip', coins: 0, svipDays: 30 } as const;
const WHOLE = ['B5W5-9D73-ZS8W-4DVT', 'TJMP-GQ9P-E6Z9-7BHS'];
const ISSUED = { product: PRODUCT, expiresAt: '2026-12-31T16:00:00.000Z', codes: WHOLE };

function open(change: (api: FakeApi) => void = () => undefined) {
  const offer = { ...PRODUCT, productId: '1', price: '298.00', originalPrice: null, badge: null };
  const api = new FakeApi().on(readOffers, () => ({ list: [offer], payment: null })).on(issueCodes, () => ISSUED);
  change(api);
  const [onDownload, onDone, onClose] = [
    vi.fn<(name: string, text: string) => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ];
  const dialog = { firstExpiry: '2026-12-31', onDownload, onDone, onClose };
  render(<IssueDialog {...dialog} store={new IssueStore(api)} />);
  return { ...dialog, api, user: userEvent.setup() };
}

describe('the dialog that issues redemption codes', () => {
  test('shows whole codes once, keeps them on screen until one says so, and gives them as a file', async () => {
    const { api, user, onDownload, onDone, onClose } = open();
    const form = within(await screen.findByRole('dialog', { name: '签发兑换码' }));
    expect(form.getByRole('button', { name: '签发' }).hasAttribute('disabled')).toBe(true);
    await user.clear(form.getByRole('textbox', { name: /数量/ }));
    await user.type(form.getByRole('textbox', { name: /数量/ }), '501');
    expect(form.getByText('请填写 1 到 500 之间的整数')).toBeTruthy();
    await user.clear(form.getByRole('textbox', { name: /数量/ }));
    await user.type(form.getByRole('textbox', { name: /数量/ }), '2');
    await user.type(form.getByRole('textbox', { name: /理由/ }), ' 线下活动 ');
    await user.click(form.getByRole('button', { name: '签发' }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '兑换码' })).value).toBe(WHOLE.join('\n'));
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(api.callsOf(issueCodes)).toEqual([
      { productId: '1', count: 2, reason: '线下活动', expiresOn: '2026-12-31' },
    ]);
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '下载 CSV' }));
    expect(onDownload).toHaveBeenCalledWith('兑换码-SVIP 月度会员.csv', codesCsv(ISSUED));
    await user.click(screen.getByRole('button', { name: '已保存，关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('says what the server holds against an issue, and loses nothing of it', async () => {
    const { user } = open((api) =>
      api.on(issueCodes, () => {
        const message = '有效期不能早于今天';
        throw new ApiFailure(42200, 422, message, { errors: [{ field: 'expiresOn', message }] });
      }),
    );
    await user.type(await screen.findByRole('textbox', { name: /理由/ }), '活动');
    await user.click(screen.getByRole('button', { name: '签发' }));
    expect((await screen.findByRole('alert')).textContent).toBe('有效期不能早于今天');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /理由/ }).value).toBe('活动');
  });
});

test('a file of codes holds no formula, whatever staff call a product', () => {
  const file = codesCsv({ ...ISSUED, product: { ...PRODUCT, name: '=HYPERLINK("x")' } });
  expect(file.split('\r\n')).toEqual([
    '\uFEFF兑换码,商品,有效期至',
    ...WHOLE.map((code) => `"${code}","'=HYPERLINK(""x"")","2026-12-31"`),
    '',
  ]);
});
