import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportDetail, ImportJob, ImportPreview } from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { type Answer, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const BOUNDARY = 'jingtu-test-boundary';

/** The app and what tests of imports in the web do with it, as staff. */
export interface WebImports {
  readonly test: TestApp;
  /** Folder of uploaded files. */
  readonly folder: string;
  readonly upload: (name: string, content: string | Buffer, object: string, who?: Who) => Promise<Answer<ImportJob>>;
  readonly preview: (id: string, reading?: object) => Promise<Answer<ImportPreview>>;
  readonly map: (id: string, mapping: ImportMapping) => Promise<Answer<ImportJob>>;
  /** Starts a task and waits until it neither waits nor runs. */
  readonly run: (id: string, task: 'check' | 'run' | 'undo') => Promise<ImportDetail>;
  readonly read: (id: string) => Promise<ImportDetail>;
  readonly rows: <T>(text: string) => Promise<T[]>;
  readonly close: () => Promise<void>;
}

/** A multipart body with one file. */
export function multipartBody(
  name: string,
  content: string | Buffer,
): { payload: Buffer; headers: { 'content-type': string } } {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export async function openWebImports(): Promise<WebImports> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-web-imports-'));
  const test = await openTestApp(folder);
  const read = async (id: string) => (await test.get<ImportDetail>('staff', `/api/imports/${id}`)).data;
  return {
    test,
    folder,
    read,
    upload: (name, content, object, who = 'staff') => {
      const { payload, headers } = multipartBody(name, content);
      return test.post<ImportJob>(who, `/api/imports?objectApiName=${object}`, payload, { headers });
    },
    preview: (id, reading = {}) => test.post('staff', `/api/imports/${id}/preview`, reading),
    map: (id, mapping) => test.post('staff', `/api/imports/${id}/mapping`, { mapping }),
    run: async (id, task) => {
      const started = await test.post<ImportJob>('staff', `/api/imports/${id}/start`, { task });
      if (started.code !== 0) throw new Error(started.msg);
      for (;;) {
        const detail = await read(id);
        if (detail.job.state !== 'queued' && detail.job.state !== 'running') return detail;
      }
    },
    rows: async <T>(text: string) => (await test.services.database.pool.query(text)).rows as T[],
    close: async () => {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
