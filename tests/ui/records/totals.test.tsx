import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { totalRecords, type FieldTotal, type TotalsQuery } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { TotalsCell, TotalsLabel } from '#client/features/records/columns/totals-cell.tsx';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const FIELDS = {
  raised: { apiName: 'raised', type: 'currency', label: '融资总额' },
  staff: { apiName: 'staff', type: 'integer', label: '人数', config: { unit: '人' } },
  share: { apiName: 'share', type: 'percent', label: '占比' },
  year: { apiName: 'year', type: 'integer', label: '年份', config: { notation: 'plain' } },
  city: { apiName: 'city', type: 'text', label: '城市' },
} as const satisfies Record<string, FieldDefinition>;

const FIGURES: Readonly<Record<string, FieldTotal>> = {
  raised: {
    field: 'raised',
    count: 3,
    sum: '1234567890123.45',
    average: '411522630041.15',
    min: '1',
    max: null,
    unknown: 2,
  },
  staff: { field: 'staff', count: 12345, sum: '1234567', average: '100.005', min: '-5', max: '90000' },
  share: { field: 'share', count: 2, sum: null, average: '12.345678', min: '0', max: '50' },
  year: { field: 'year', count: 2, sum: '4030', average: '2015', min: '2010', max: '2020' },
};

const QUESTION: TotalsQuery = { objectApiName: 'InsightCompany', fields: Object.keys(FIGURES) };

function open() {
  const api = new FakeApi();
  api.on(totalRecords, ({ body }) => body.fields.flatMap((field) => FIGURES[field] ?? []));
  const totals = new TotalsStore(api);
  render(
    <>
      <TotalsLabel totals={totals} isOfSelection={false} />
      {Object.values(FIELDS).map((field) => (
        <TotalsCell key={field.apiName} totals={totals} field={field} said={() => '轮次 排除 并购'} />
      ))}
    </>,
  );
  return { api, totals, user: userEvent.setup() };
}

const cell = (label: string) => screen.findByRole('button', { name: new RegExp(`^${label}`) });

describe('the bottom row of a list', () => {
  test('sums money in CNY and numbers, averages percents, and sums no years', async () => {
    const { totals } = open();
    await totals.show(QUESTION);
    expect((await cell('融资总额')).textContent).toBe('合计1.23万亿');
    expect((await cell('人数')).textContent).toBe('合计123.46万人');
    expect((await cell('占比')).textContent).toBe('平均12.35%');
    expect((await cell('年份')).textContent).toBe('最小2010');
    expect(screen.queryByRole('button', { name: /城市/ })).toBeNull();
  });

  test('says the exact figure, and how many records are not in it', async () => {
    const { totals } = open();
    await totals.show(QUESTION);
    expect((await cell('融资总额')).title).toBe(
      '折合人民币 1,234,567,890,123.45 元\n3 条有值\n另有 2 条没有人民币等值，未计入',
    );
    expect((await cell('人数')).title).toBe('1,234,567人\n12,345 条有值');
  });

  test('says of which records an amount is that counts some only, and how many it leaves out', async () => {
    const { api, totals } = open();
    const left = { records: 1234, counted: { field: 'round', op: 'notIn', value: ['并购'] } };
    api.on(totalRecords, () =>
      Object.values(FIGURES).map((total) => (total.field === 'raised' ? { ...total, left } : total)),
    );
    await totals.show(QUESTION);
    expect((await cell('融资总额')).textContent).toBe('口径内合计1.23万亿');
    expect((await cell('融资总额')).title).toContain(
      '只计入：轮次 排除 并购（与各处汇总的口径一致）；另有 1,234 条有金额而不符，未计入',
    );
  });

  test('shows another figure on request, and a dash where there is none', async () => {
    const { totals, user } = open();
    await totals.show(QUESTION);
    await user.click(await cell('融资总额'));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      '合计',
      '平均',
      '最小',
      '最大',
      '有值条数',
    ]);
    await user.click(screen.getByRole('menuitem', { name: '最大' }));
    expect((await cell('融资总额')).textContent).toBe('最大—');
    await user.click(await cell('占比'));
    expect(screen.queryByRole('menuitem', { name: '合计' })).toBeNull();
  });

  test('waits without figures, lets go of answers to an earlier question, and asks the same one once', async () => {
    const { api, totals } = open();
    const answers: ((totals: FieldTotal[]) => void)[] = [];
    api.on(totalRecords, () => new Promise((resolve) => answers.push(resolve)));
    const first = totals.show(QUESTION);
    expect((await screen.findAllByRole('status', { name: '正在计算合计' })).length).toBe(4);
    const second = totals.show({ ...QUESTION, ids: ['1'] });
    void totals.show({ ...QUESTION, ids: ['1'] });
    answers[1]?.([{ field: 'staff', count: 1, sum: '7', average: '7', min: '7', max: '7' }]);
    answers[0]?.(Object.values(FIGURES));
    await Promise.all([first, second]);
    expect((await cell('人数')).textContent).toBe('合计7人');
    expect(api.callsOf(totalRecords)).toHaveLength(2);
  });

  test('says quietly that figures cannot be had, and tries again on request', async () => {
    const { api, totals, user } = open();
    api.on(totalRecords, () => {
      throw refusal('UNAVAILABLE');
    });
    await totals.show(QUESTION);
    expect((await screen.findByText(/合计暂不可用/)).title).toBe('服务暂不可用，请稍后重试');
    api.on(totalRecords, () => Object.values(FIGURES));
    await user.click(screen.getByRole('button', { name: '重试' }));
    await cell('人数');
  });

  test('asks for more than twenty columns in parts', async () => {
    const { api, totals } = open();
    await totals.show({ ...QUESTION, fields: Array.from({ length: 45 }, (_, at) => `f${at}`) });
    expect(api.callsOf(totalRecords).map((body) => (body as TotalsQuery).fields.length)).toEqual([20, 20, 5]);
  });
});
