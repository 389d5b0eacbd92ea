import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importName, uploadName } from '#server/platform/objects/object-names.ts';
import { S3Server } from '#tests/support/files/s3-server.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../../src/server/commands/move-files.ts');
const NAMES = [
  uploadName('public', 'ab'.repeat(16)),
  uploadName('private', 'cd'.repeat(16)),
  importName('ef'.repeat(16)),
];

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await S3Server.open();
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-moving-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command says, and how it ended. */
async function run(dataDir: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const { url, region, accessKeyId, secretKey } = server.settings;
  const env = {
    ...process.env,
    JINGTU_DATA: dataDir,
    S3_BUCKET_URL: url,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_KEY: secretKey,
    ...more,
  };
  return promisify(execFile)(process.execPath, [COMMAND, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );
}

describe('npm run move-files', () => {
  it('brings the files of the folders into the bucket, private ones sealed, and back', async () => {
    const here = path.join(folder, 'here');
    for (const name of NAMES) {
      mkdirSync(path.dirname(path.join(here, name)), { recursive: true });
      writeFileSync(path.join(here, name), `what ${name} holds`);
    }
    expect(await run(here, ['--to', 'bucket'])).toMatchObject({
      code: 0,
      text: expect.stringMatching(/非公开文件：已加密 1 个\n已复制 3 个文件（0\.0 MB），已有 0 个。\n$/),
    });
    expect(server.names()).toEqual(NAMES.toSorted());
    expect(
      server
        .bytesOf(NAMES[1] ?? '')
        ?.subarray(0, 4)
        .toString(),
    ).toBe('JTF1');
    expect((await run(here, ['--to', 'bucket', '--remove'])).text).toContain(
      '已复制 0 个文件（0.0 MB），已有 3 个。\n已从原处删除 3 个文件。',
    );
    const there = path.join(folder, 'there');
    expect((await run(there, ['--to', 'folder'])).text).toContain('已复制 3 个文件');
    for (const name of NAMES) expect(readFileSync(path.join(there, name))).toEqual(server.bytesOf(name));
  });

  it('says what the bucket refuses, and ends with 1', async () => {
    const refused = await run(path.join(folder, 'there'), ['--to', 'bucket'], { S3_SECRET_KEY: 'wrong' });
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('拒绝访问（403 SignatureDoesNotMatch）') });
  });

  it('asks for the bucket, and for where to', async () => {
    const none = { S3_BUCKET_URL: '', S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_KEY: '' };
    expect(await run(folder, ['--to', 'bucket'], none)).toMatchObject({
      code: 1,
      text: expect.stringContaining('没有设置 S3_BUCKET_URL'),
    });
    expect((await run(folder, [])).code).not.toBe(0);
  });
});
