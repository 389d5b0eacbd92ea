import { expect, test } from 'vitest';
import { PartForm } from '#client/features/metadata/definition-parts/part-form.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { buildEditor, SavedObjects } from './editor-fixture.tsx';

/** The form of a field with the fragments that it reported. */
async function fieldForm() {
  const server = new SavedObjects();
  const { schema } = buildEditor(server);
  await schema.load();
  const start: DefinitionPart = { type: 'text' };
  const form = new PartForm(
    schema.forms?.['field'] as never,
    start,
    { schema, object: server.definition },
    '2026-11-21',
  );
  const reported: DefinitionPart[] = [];
  form.follow((definitionPart) => reported.push(definitionPart));
  return { form, reported, start };
}

test('a screen that shows what was typed late takes nothing away of what was typed since', async () => {
  const { form, reported } = await fieldForm();
  form.store.set('label', '企业');
  form.store.set('label', '企业口号');
  expect(reported.map(({ label }) => label)).toEqual(['企业', '企业口号']);
  form.receive(reported[0] as DefinitionPart);
  expect(form.store.slot('label').value).toBe('企业口号');
  form.receive(reported[1] as DefinitionPart);
  expect(form.store.slot('label').value).toBe('企业口号');
});

test('what was typed is taken back when a definitionPart comes that the screen had shown before', async () => {
  const { form, reported } = await fieldForm();
  form.store.set('label', '企业');
  form.receive(reported[0] as DefinitionPart);
  form.store.set('label', '企业口号');
  form.receive(reported[1] as DefinitionPart);
  form.receive(reported[0] as DefinitionPart);
  expect(form.store.slot('label').value).toBe('企业');
});
