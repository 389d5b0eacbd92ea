import { expect, test } from 'vitest';
import { FragmentForm } from '#client/features/metadata/fragments/fragment-form.ts';
import type { Fragment } from '#client/features/metadata/fragments/fragment.ts';
import { buildEditor, SavedObjects } from './editor-fixture.tsx';

/** The form of a field with the fragments that it reported. */
async function fieldForm() {
  const server = new SavedObjects();
  const { language } = buildEditor(server);
  await language.load();
  const start: Fragment = { type: 'text' };
  const form = new FragmentForm(
    language.forms?.['field'] as never,
    start,
    { language, object: server.definition },
    '2026-11-21',
  );
  const reported: Fragment[] = [];
  form.follow((fragment) => reported.push(fragment));
  return { form, reported, start };
}

test('a screen that shows what was typed late takes nothing away of what was typed since', async () => {
  const { form, reported } = await fieldForm();
  form.store.set('label', '企业');
  form.store.set('label', '企业口号');
  expect(reported.map(({ label }) => label)).toEqual(['企业', '企业口号']);
  form.receive(reported[0] as Fragment);
  expect(form.store.slot('label').value).toBe('企业口号');
  form.receive(reported[1] as Fragment);
  expect(form.store.slot('label').value).toBe('企业口号');
});

test('what was typed is taken back when a fragment comes that the screen had shown before', async () => {
  const { form, reported } = await fieldForm();
  form.store.set('label', '企业');
  form.receive(reported[0] as Fragment);
  form.store.set('label', '企业口号');
  form.receive(reported[1] as Fragment);
  form.receive(reported[0] as Fragment);
  expect(form.store.slot('label').value).toBe('企业');
});
