import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReply } from '#schemas/api/records.ts';
import { AUDIENCES } from '#schemas/metadata/audience.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FileStore } from '#server/platform/files/file-store.ts';
import { closeFiles } from '#server/platform/files/close-files.ts';
import type { Who } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition, saveField } from '#tests/support/editing.ts';
import { pdfOf } from '#tests/support/files/pdf-file.ts';
import { openUploadDesk, type UploadDesk } from '#tests/support/files/uploading.ts';

const READERS: readonly Who[] = ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'money', 'staff'];
const WITH_DUTY: ReadonlySet<Who> = new Set(['staff']);
const PDF = pdfOf('不公开的全文');
/** Roles that a field may be kept for. */
const VISIBLE = ['', 'svip', 'ORG_INVESTOR', 'staff'] as const;

let desk: UploadDesk;
beforeAll(async () => {
  desk = await openUploadDesk();
});
afterAll(() => desk.close());

const DATA = '/api/metadata/data';
const title: FieldDefinition = { apiName: 'title', type: 'text', label: '标题', maxLength: 100 };
const fileField = (config: FieldDefinition['config'] = {}): FieldDefinition => ({
  apiName: 'paper',
  type: 'file',
  label: '全文',
  ...(Object.keys(config).length > 0 && { config }),
});

let keys = 0;
async function written(who: Who, apiName: string, bucket: 'public' | 'private' = 'private', more: object = {}) {
  const { data: paper } = await desk.upload(who, PDF, { bucket, type: 'file', name: '全文.pdf' });
  const clientKey = `paper-${String((keys += 1)).padStart(4, '0')}`;
  const values = { title: '示例', paper, ...more };
  const { record } = made(await desk.test.post<RecordReply>(who, `${DATA}/${apiName}`, { clientKey, values }));
  return { id: record.id, url: paper.url };
}
const statusOf = async (who: Who, url: string) => (await desk.fetch(who, url)).statusCode;
async function shownTo(who: Who, apiName: string, id: string): Promise<string | undefined> {
  const { data } = await desk.test.get<RecordReply | null>(who, `${DATA}/${apiName}/${id}`);
  return (data?.record?.['paper'] as { url: string } | undefined)?.url;
}
const close = () =>
  closeFiles(
    {
      db: desk.test.services.database.db,
      catalog: desk.test.services.catalog,
      store: new FileStore({ uploadDir: desk.folder, importDir: desk.folder }, desk.test.services.database.vault),
    },
    desk.now(),
  );

describe.each(AUDIENCES)('a private file of a record whose page is for the audience %s', (audience) => {
  it.each(VISIBLE)('is for the users who are shown its field (%s), and for no other', async (role) => {
    const apiName = `Paper${audience}${role.replace('_', '')}`;
    const config = { private: true, ...(role !== '' && { visibleTo: [role] }) };
    const roles = audience === 'roles' ? { roles: ['ORG_INVESTOR'] } : {};
    const access = { list: 'staff', detail: audience, create: 'member', edit: 'staff', ...roles } as const;
    made(await saveDefinition(desk.test, newObject(apiName, [title, fileField(config)], { access })));
    const { id, url } = await written('staff', apiName);
    const given = await Promise.all(READERS.map(async (who) => [who, (await statusOf(who, url)) === 200]));
    const expected = await Promise.all(
      READERS.map(async (who) => {
        const isShown = role !== 'staff' && (await shownTo(who, apiName, id)) === url;
        return [who, isShown || WITH_DUTY.has(who)];
      }),
    );
    expect(given).toEqual(expected);
  });
});

describe('a private file of a record', () => {
  it('is for those whom the audience names', async () => {
    const readers = async (url: string) => {
      const opened = await Promise.all(READERS.map(async (who) => ((await statusOf(who, url)) === 200 ? [who] : [])));
      return opened.flat();
    };
    const everyone = await written('staff', 'Papereveryone');
    expect(await readers(everyone.url)).toEqual(READERS);
    const svip = await written('staff', 'Papereveryonesvip');
    expect(await readers(svip.url)).toEqual(['svip', 'money', 'staff']);
    const owned = await written('founder', 'Paperowner');
    expect(await readers(owned.url)).toEqual(['founder', 'staff']);
  });

  it('is closed to its readers once the record names another one', async () => {
    const { id, url } = await written('staff', 'Papermember');
    expect(await statusOf('member', url)).toBe(200);
    const { data: paper } = await desk.upload('staff', PDF, { bucket: 'private', type: 'file' });
    const at = `${DATA}/Papermember/${id}`;
    made(await desk.test.post<RecordReply>('staff', at, { version: 1, values: { title: '示例', paper } }));
    expect(await statusOf('member', url)).toBe(404);
    expect(await statusOf('member', paper.url)).toBe(200);
  });

  it('is given without its watermark to those alone who have it by their duty', async () => {
    const config = { private: true, watermark: true };
    made(await saveDefinition(desk.test, newObject('PaperMarked', [title, fileField(config)])));
    const { id, url } = await written('staff', 'PaperMarked');
    expect(await shownTo('member', 'PaperMarked', id)).toBe(url);
    expect(await statusOf('member', url)).toBe(404);
    expect(await statusOf('staff', url)).toBe(200);
  });
});

describe('a field whose files become private', () => {
  it('takes those along that are public: the old address leads nowhere, the record names the new one', async () => {
    made(await saveDefinition(desk.test, newObject('Turning', [title, fileField()])));
    const { id, url } = await written('staff', 'Turning', 'public');
    const other = await written('staff', 'Turning', 'public');
    expect(await statusOf('visitor', url)).toBe(200);
    made(await saveField(desk.test, 'Turning', fileField({ private: true, visibleTo: ['svip'] })));
    expect(await close()).toBe(2);
    expect(await close()).toBe(0);
    const next = (await shownTo('svip', 'Turning', id)) ?? '';
    expect(next).toMatch(/^\/files\/private\//);
    expect((await desk.fetch('svip', next)).rawPayload.equals(PDF)).toBe(true);
    for (const who of READERS) expect(await statusOf(who, url)).toBe(404);
    expect(await statusOf('member', next)).toBe(404);
    expect(await shownTo('svip', 'Turning', other.id)).not.toBe(next);
    expect(
      desk.lying().filter((name) => name.startsWith('public') && name.includes(url.split('/').at(-1) ?? '')),
    ).toEqual([]);
    const steps = await desk.test.services.database.db.selectFrom('index_job').select('target').execute();
    expect(steps.map(({ target }) => target)).toContain('Turning_paper_idx');
  });

  it('leaves the address of one that a public field names as well, which stays as open as that field says', async () => {
    const open = { ...fileField(), apiName: 'open' };
    made(await saveDefinition(desk.test, newObject('Shared', [title, fileField(), open])));
    const { data } = await desk.upload('staff', PDF, { type: 'file' });
    const { id, url } = await written('staff', 'Shared', 'public', { paper: data, open: data });
    expect(url).not.toBe(data.url);
    made(await saveField(desk.test, 'Shared', fileField({ private: true, visibleTo: ['svip'] })));
    expect(await close()).toBe(1);
    expect(await shownTo('svip', 'Shared', id)).toMatch(/^\/files\/private\//);
    expect(await statusOf('visitor', data.url)).toBe(200);
  });

  it('is finished by the next pass where a process was killed before the bytes were gone', async () => {
    made(await saveDefinition(desk.test, newObject('Killed', [title, fileField()])));
    const { id, url } = await written('staff', 'Killed', 'public');
    made(await saveField(desk.test, 'Killed', fileField({ private: true })));
    const { database, catalog } = desk.test.services;
    class Dying extends FileStore {
      override async remove(): Promise<void> {
        throw new Error('killed');
      }
    }
    const dying = new Dying({ uploadDir: desk.folder, importDir: desk.folder }, database.vault);
    await expect(closeFiles({ db: database.db, catalog, store: dying }, desk.now())).rejects.toThrow('killed');
    expect(await statusOf('visitor', url)).toBe(404);
    expect(await statusOf('member', (await shownTo('member', 'Killed', id)) ?? '')).toBe(200);
    await close();
    const name = url.split('/').at(-1) ?? '';
    expect(desk.lying().some((place) => place.includes(name))).toBe(false);
  });

  it('is moved once by several processes', async () => {
    made(await saveDefinition(desk.test, newObject('Several', [title, fileField()])));
    const { id } = await written('staff', 'Several', 'public');
    made(await saveField(desk.test, 'Several', fileField({ private: true })));
    const before = desk.lying().length;
    const moved = await Promise.all([close(), close(), close()]);
    expect(moved.toSorted((one, other) => one - other)).toEqual([0, 0, 1]);
    expect(desk.lying()).toHaveLength(before);
    expect(await statusOf('member', (await shownTo('member', 'Several', id)) ?? '')).toBe(200);
  });
});

describe('the text of a research report', () => {
  it('that is for certified users is a private file', () => {
    const field = desk.test.services.catalog.object('ResearchReport').field('file');
    expect(field?.config?.private).toBe(true);
  });
});
