import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { openUploadDesk, type UploadDesk } from '#tests/support/files/uploading.ts';
import { codeOf, type Who } from '#tests/support/app/test-app.ts';

let desk: UploadDesk;
beforeAll(async () => {
  desk = await openUploadDesk();
});
afterAll(() => desk.close());

let keys = 0;
const create = (who: Who, values: object) =>
  desk.test.post<RecordReply>(who, '/api/metadata/data/ResearchReport', {
    clientKey: `report-${String((keys += 1)).padStart(4, '0')}`,
    values: { title: '示例行业年度报告', abstract: '示例摘要', pagesCount: 40, ...values },
  });
const read = (who: Who, id: string) => desk.test.get<RecordReply>(who, `/api/metadata/data/ResearchReport/${id}`);
async function upload(bucket: 'public' | 'private' = 'public') {
  const { code, data } = await desk.upload('staff', pdfOf('示例报告'), { name: '示例报告.pdf', type: 'file', bucket });
  expect(code).toBe(0);
  return data;
}

describe('A research report', () => {
  it('is written by staff, who upload its text as a PDF and nothing else', async () => {
    const file = await upload();
    expect((await create('svip', { readers: 'open' })).code).toBe(codeOf('FORBIDDEN'));
    const { record } = made(await create('staff', { readers: 'open', openFile: file }));
    expect(record['openFile']).toMatchObject({ name: '示例报告.pdf', url: file.url });
    const elsewhere = { url: 'https://files.example.com/a.pdf', name: 'a.pdf' };
    expect((await create('staff', { readers: 'open', openFile: elsewhere })).code).toBe(codeOf('INVALID_BODY'));
  });

  it('shows its abstract to visitors and every member, and its text to those whom staff chose', async () => {
    const closed = made(await create('staff', { readers: 'certified', file: await upload('private') })).record.id;
    for (const who of ['visitor', 'member'] as const) {
      const { record, locked } = made(await read(who, closed));
      expect(record).toMatchObject({ title: '示例行业年度报告', abstract: '示例摘要', pagesCount: 40 });
      expect(record).not.toHaveProperty('file');
      expect(locked).toContain('file');
    }
    for (const who of ['founder', 'investor', 'organisation', 'svip', 'staff'] as const)
      expect(made(await read(who, closed)).record['file']).toMatchObject({ name: '示例报告.pdf' });
    const open = made(await create('staff', { readers: 'open', openFile: await upload() })).record.id;
    expect(made(await read('visitor', open)).record['openFile']).toMatchObject({ name: '示例报告.pdf' });
  });

  it('gives the text that is for certified users to them alone, also by its address', async () => {
    const file = await upload('private');
    made(await create('staff', { readers: 'certified', file }));
    const statusOf = async (who: Who) => [who, (await desk.fetch(who, file.url)).statusCode];
    const asked = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'money'] as const;
    expect(await Promise.all(asked.map(statusOf))).toEqual([
      ['visitor', 404],
      ['member', 404],
      ['founder', 200],
      ['investor', 200],
      ['organisation', 200],
      ['svip', 200],
      ['money', 200],
    ]);
  });

  it('keeps no open text beside one that is for certified users', async () => {
    const { record } = made(
      await create('staff', { readers: 'certified', file: await upload('private'), openFile: await upload() }),
    );
    expect(made(await read('visitor', record.id)).record).not.toHaveProperty('openFile');
  });

  it('is listed for members, who cannot find it by a text that is closed to them', async () => {
    const body = { objectApiName: 'ResearchReport', pageSize: 10 };
    const list = '/api/metadata/data/getLayoutAndDataList';
    expect(made(await desk.test.post<ListReply>('member', list, body)).list.length).toBeGreaterThan(0);
    expect((await desk.test.post('visitor', list, body)).code).toBe(codeOf('SESSION_INVALID'));
    const filter = { field: 'file', op: 'notEmpty' };
    expect((await desk.test.post('member', list, { ...body, filter })).code).toBe(codeOf('INVALID_QUERY'));
  });
});
