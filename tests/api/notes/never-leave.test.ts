import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import { askAs } from '#tests/support/assistant/asking.ts';
import { type FakeModel, openFakeModel } from '#tests/support/assistant/fake-model.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { made } from '#tests/support/editing.ts';
import { fetchedExport } from '#tests/support/files/fetched-export.ts';
import { type Colleague, NoteWorld } from '#tests/support/notes.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';

const SECRET = '绝不外传的笔记';
let test: TestApp;
let fake: FakeModel;
let author: Colleague;
let company: string;
beforeAll(async () => {
  fake = await openFakeModel();
  test = await openTestApp(undefined, { providers: { model: fake.model } });
  const world = new NoteWorld(test);
  const institution = await world.record('InsightOrg', { name: '示例保密资本' });
  company = await world.record('InsightCompany', { name: '示例保密企业' });
  author = await world.investor('secret-author', '示例作者', institution);
  made(await world.write(author, company, SECRET, { sharing: 'institution' }));
});
afterAll(async () => {
  await test.close();
  await fake.close();
});

describe('a note never leaves the platform with what others take', () => {
  it('in exports, of staff as of others', async () => {
    const query = { objectApiName: 'InsightCompany', format: 'csv' };
    const { id } = made(await test.post<ExportState>('staff', '/api/metadata/export', query));
    const file = await fetchedExport(test, 'staff', id);
    expect(file).toContain('示例保密企业');
    expect(file).not.toContain(SECRET);
  });

  it('through the open interface, even with the key of its author', async () => {
    const { secret } = await keyOf(author);
    for (const url of ['InsightCompany', `InsightCompany/${company}`, 'InsightCompany/delta']) {
      const answer = JSON.stringify(await asProgram(test.app, secret, `/api/open/v1/${url}`));
      expect(answer).not.toContain(SECRET);
    }
    const own = await asProgram(test.app, secret, '/api/notes/search?scope=own');
    expect(own.code).not.toBe(0);
  });

  it('in prompts of the language model', async () => {
    const question = '饕餮的企业有哪些';
    const { answer } = await askAs(test, author, question);
    await askAs(test, author, question, { edit: { of: answer.id, model: true } });
    expect(fake.received.length).toBeGreaterThan(0);
    expect(fake.received.map(({ raw }) => raw).join('\n')).not.toContain(SECRET);
  });

  it('nor is it read by exports, the open interface, matching or the assistant: their code names none of its tables', () => {
    const server = path.resolve(import.meta.dirname, '../../../src/server');
    const naming = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /record_note|features\/notes\//.test(readFileSync(path.join(server, file), 'utf8')))
      .map((file) => file.replaceAll(path.sep, '/'));
    expect(naming.toSorted()).toEqual([
      'app.ts',
      'closing.ts',
      'db/migrations/notes.ts',
      'db/tables/notes.ts',
      'features/merging/register.ts',
      'features/notes/noted-queries.ts',
      'features/notes/queries.ts',
      'services.ts',
    ]);
  });
});
