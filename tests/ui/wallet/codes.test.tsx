import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { issueCodes, listCodes, readOffers, revokeCode, type IssuedCode } from '#schemas/api/orders.ts';
import { codesCsv } from '#client/features/wallet/codes-csv.ts';
import { CodesPage } from '#client/features/wallet/codes-page.tsx';
import { CodesStore } from '#client/features/wallet/codes-store.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const PRODUCT = { name: 'SVIP 月度会员', kind: 'svip', coins: 0, svipDays: 30 } as const;
const CODE: IssuedCode = {
  id: '5',
  lastFour: '4DVT',
  product: PRODUCT,
  reason: '线下活动',
  state: 'open',
  issuedBy: '示例运营',
  issuedAt: '2026-11-21T04:00:00.000Z',
  expiresAt: '2026-12-31T16:00:00.000Z',
  redeemedBy: null,
  redeemedAt: null,
};
const WHOLE = ['B5W5-9D73-ZS8W-4DVT', 'TJMP-GQ9P-E6Z9-7BHS'];
const ISSUED = { product: PRODUCT, expiresAt: CODE.expiresAt, codes: WHOLE };

function open(change: (api: FakeApi) => void = () => undefined) {
  const offer = { ...PRODUCT, productId: '1', price: '298.00', originalPrice: null, badge: null };
  const api = new FakeApi()
    .on(readOffers, () => ({ list: [offer], payment: null }))
    .on(listCodes, () => ({ list: [CODE], after: null }))
    .on(issueCodes, () => ISSUED);
  change(api);
  const onDownload = vi.fn<(name: string, text: string) => void>();
  render(
    <CodesPage
      store={new CodesStore(api)}
      productsHref="#/data/Product"
      firstExpiry="2026-12-31"
      onDownload={onDownload}
    />,
  );
  return { api, onDownload, user: userEvent.setup() };
}

describe('the desk of redemption codes', () => {
  test('shows whole codes once, keeps them on screen until one says so, and gives them as a file', async () => {
    const { api, user, onDownload } = open();
    await user.click(await screen.findByRole('button', { name: '签发兑换码' }));
    const form = within(await screen.findByRole('dialog', { name: '签发兑换码' }));
    expect(form.getByRole('button', { name: '签发' }).hasAttribute('disabled')).toBe(true);
    await user.clear(form.getByRole('textbox', { name: /数量/ }));
    await user.type(form.getByRole('textbox', { name: /数量/ }), '501');
    expect(form.getByText('请填写 1 到 500 之间的整数')).toBeTruthy();
    await user.clear(form.getByRole('textbox', { name: /数量/ }));
    await user.type(form.getByRole('textbox', { name: /数量/ }), '2');
    await user.type(form.getByRole('textbox', { name: /理由/ }), ' 线下活动 ');
    await user.click(form.getByRole('button', { name: '签发' }));
    expect(await screen.findByText('B5W5-9D73-ZS8W-4DVT')).toBeTruthy();
    expect(api.callsOf(issueCodes)).toEqual([
      { productId: '1', count: 2, reason: '线下活动', expiresOn: '2026-12-31' },
    ]);
    await user.keyboard('{Escape}');
    expect(screen.getByText('TJMP-GQ9P-E6Z9-7BHS')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '下载 CSV' }));
    expect(onDownload).toHaveBeenCalledWith('兑换码-SVIP 月度会员.csv', codesCsv(ISSUED));
    await user.click(screen.getByRole('button', { name: '已保存，关闭' }));
    await waitFor(() => expect(screen.queryByText('B5W5-9D73-ZS8W-4DVT')).toBeNull());
    expect(screen.getByText('4DVT')).toBeTruthy();
  });

  test('says what the server holds against an issue, at its field', async () => {
    const { user } = open((api) =>
      api.on(issueCodes, () => {
        const message = '有效期不能早于今天';
        throw new ApiFailure(42200, 422, message, { errors: [{ field: 'expiresOn', message }] });
      }),
    );
    await user.click(await screen.findByRole('button', { name: '签发兑换码' }));
    await user.type(await screen.findByRole('textbox', { name: /理由/ }), '活动');
    await user.click(screen.getByRole('button', { name: '签发' }));
    expect(await screen.findAllByText('有效期不能早于今天')).toHaveLength(2);
  });

  test('asks for a reason before a code is revoked, and shows it as revoked', async () => {
    const { api, user } = open((made) => made.on(revokeCode, () => ({ ...CODE, state: 'revoked' as const })));
    await user.click(await screen.findByRole('button', { name: '作废 4DVT' }));
    const dialog = within(await screen.findByRole('dialog', { name: '作废兑换码' }));
    expect(dialog.getByRole('button', { name: '作废' }).hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: /理由/ }), '误发');
    await user.click(dialog.getByRole('button', { name: '作废' }));
    expect(await screen.findByText('已作废', { selector: 'span' })).toBeTruthy();
    expect(api.callsOf(revokeCode)).toEqual([{ reason: '误发' }]);
    expect(screen.queryByRole('button', { name: '作废 4DVT' })).toBeNull();
  });

  test('says the last day on which a code is good, not the midnight behind it', async () => {
    open();
    expect(await screen.findByText('2026-12-31')).toBeTruthy();
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
