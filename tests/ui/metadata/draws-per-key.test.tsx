// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { spy } from 'mobx';
import { afterEach, expect, test } from 'vitest';
import { newObject } from '#tests/support/editing.ts';
import { buildEditor, openEditor, SavedObjects } from './editor-fixture.tsx';

afterEach(cleanup);

test('a key in the form of one field draws the row of that field alone', async () => {
  const server = new SavedObjects();
  const deps = buildEditor(server);
  await openEditor(deps);
  act(() => deps.uiState.select({ kind: 'field', apiName: 'city' }));
  await screen.findByText('字段：城市', { selector: 'bdi' });
  const label = [...document.querySelectorAll<HTMLInputElement>('.meta-panel input')].find(
    (input) => input.value === '城市',
  );
  if (!label) throw new Error('the panel has no input for the label');
  let draws = 0;
  const stop = spy((event) => {
    if (event.type === 'reaction' && event.name === 'observerFieldRow') draws += 1;
  });
  fireEvent.change(label, { target: { value: '所在城市' } });
  stop();
  expect(await screen.findByText('所在城市', { selector: '.meta-table bdi' })).toBeDefined();
  expect(draws).toBe(1);
});

test('a key in the label of a field draws that control alone in its form, whose choices follow once the user rests', async () => {
  const server = new SavedObjects();
  server.definition = newObject('Company', [
    { apiName: 'name', type: 'text', label: '名称', required: true },
    { apiName: 'amount', type: 'currency', label: '合同额' },
  ]);
  const deps = buildEditor(server);
  await openEditor(deps);
  act(() => deps.uiState.select({ kind: 'field', apiName: 'amount' }));
  await screen.findByText('字段：合同额', { selector: 'bdi' });
  let draws = 0;
  const stop = spy((event) => {
    if (event.type === 'reaction' && event.name === 'observerLeafControl') draws += 1;
  });
  fireEvent.change(screen.getByDisplayValue('合同额'), {
    target: { value: '成交额' },
  });
  expect(draws).toBe(1);
  await waitFor(() => expect(draws).toBeGreaterThan(1));
  stop();
});
