import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { readHistory } from '#schemas/api/records.ts';
import { fieldHistory } from '#client/lib/field-history-store.ts';
import { FieldChanges } from '#client/ui/field-history.tsx';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';

afterEach(cleanup);

test('The history of a field that did not come is asked for again at a press', async () => {
  const api = new FakeApi().on(readHistory, () => {
    throw refusal('UNAVAILABLE');
  });
  const history = fieldHistory(api, 'InsightCompany', '7', 'name');
  const options = { label: (_: unknown, value: string) => value, path: () => [] };
  await history.load();
  render(<FieldChanges history={history} field={{ apiName: 'name', type: 'text', label: '名称' }} options={options} />);
  api.on(readHistory, () => []);
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('此字段还没有修改记录')).toBeTruthy();
});
