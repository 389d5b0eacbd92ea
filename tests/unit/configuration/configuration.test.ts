import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfiguration, readDatabaseSettings, readSecret } from '#server/commands/configuration/configuration.ts';
import { serversOf } from '#server/db/writer.ts';
import { VARIABLES } from '#server/commands/configuration/variables.ts';
import { Failure } from '#shared/errors.ts';

const BUCKET = {
  S3_BUCKET_URL: 'https://bucket.s3.example',
  S3_REGION: 'region',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_KEY: 'secret',
};
const KEY = Buffer.alloc(32, 7).toString('base64');
const read = (env: Readonly<Record<string, string>>) => readConfiguration(env, '/program', () => undefined);

/** The lines of the refusal of an environment; none where it is taken. */
function complaintsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message.split('\n');
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-configuration-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the configuration', () => {
  it('is whole where nothing is set, and where a variable is set to nothing', () => {
    const plain = read({});
    expect(plain).toMatchObject({
      host: '127.0.0.1',
      port: 3600,
      logLevel: 'warn',
      isPrivate: true,
      changeLogDays: 30,
    });
    expect(plain.database).toEqual({
      url: undefined,
      directUrl: undefined,
      readUrls: [],
      connections: 16,
      dataDir: path.join('/program', 'data'),
      secretKey: undefined,
    });
    const empty = read(Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ''])));
    expect(empty.database).toEqual(plain.database);
    expect(empty.product).toMatchObject({ name: '鲸图', logoText: '鲸' });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT 应为 0 到 65535 的整数，现在是“abc”。'],
    [{ PORT: '70000' }, 'PORT 应为 0 到 65535 的整数，现在是“70000”。'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL 应为 fatal、error、warn、info、debug、trace、silent 之一，现在是“loud”。'],
    [{ SECRET_KEY: 'c2hvcnQ=' }, 'SECRET_KEY 应为 32 个字节的 base64（可用 openssl rand -base64 32 生成）。'],
    [{ DATABASE_URL: 'mysql://u:p@h/d' }, 'DATABASE_URL 只支持 PostgreSQL（postgres://…），不支持 mysql://。'],
    [{ DATABASE_URL: 'postgres:///d' }, 'DATABASE_URL 没有写明数据库所在的主机。'],
    [
      { DATABASE_URL: 'a,b' },
      'DATABASE_URL 应为 postgres://用户:密码@主机:5432/数据库 形式的地址（多台主机之间用逗号分隔）。',
    ],
    [{ DATABASE_URL: 'postgres://a:1,/d' }, 'DATABASE_URL 没有写明数据库所在的主机。'],
    [{ DATABASE_READ_URLS: 'postgres://h/d' }, 'DATABASE_READ_URLS 须与 DATABASE_URL 同时设置'],
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URLS: 'postgres://h/d,mysql://h/d' },
      'DATABASE_READ_URLS 只支持 PostgreSQL',
    ],
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_READ_URLS: 'postgres://a,b/d' },
      'DATABASE_READ_URLS 中每个地址只能写一台主机',
    ],
    [{ S3_REGION: 'r' }, '使用 S3 存储还须设置 S3_BUCKET_URL、S3_ACCESS_KEY_ID、S3_SECRET_KEY。'],
    [
      { ...BUCKET, S3_BUCKET_URL: 'https://s3.example/bucket/folder' },
      'S3_BUCKET_URL 应为存储桶的地址，如 https://bucket.s3.example 或 http://storage:9000/bucket，现在是“https://s3.example/bucket/folder”。',
    ],
    [{ ...BUCKET, S3_BUCKET_URL: 'bucket' }, 'S3_BUCKET_URL 应为存储桶的地址'],
    [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS 应为 4 到 500 的整数'],
    [{ TRUST_PROXY: 'foo' }, 'TRUST_PROXY 中的“foo”不是地址、网段（10.0.0.0/8）或 loopback，现在是“foo”。'],
    [{ TRUST_PROXY: 'loopback,10.0.0.0/33' }, 'TRUST_PROXY 中的“10.0.0.0/33”不是地址'],
    [{ PUBLIC_ORIGIN: 'nope' }, 'PUBLIC_ORIGIN 应为不带路径的网址'],
    [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL 应为 smtps://用户:密码@主机:465 形式的地址。'],
    [{ CHANGE_LOG_DAYS: '0' }, 'CHANGE_LOG_DAYS 应为 1 到 3650 的整数'],
    [{ ALLOW_DEVELOPMENT_PROVIDERS: 'yes' }, 'ALLOW_DEVELOPMENT_PROVIDERS 应为 0、1 之一'],
    [{ GEETEST_ID: 'a', GEETEST_KEY: 'b', GEETEST_SERVER: 'x' }, 'GEETEST_SERVER 应为网址'],
  ])('%o is refused by name, once', (env, words) => {
    const complaints = complaintsOf(env);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain(words);
  });

  it('may name several servers of one cluster', () => {
    const url = 'postgres://u:p@a:5432,[::1]:5433/jingtu';
    expect(read({ DATABASE_URL: url }).database.url).toBe(url);
    expect(serversOf(url)).toEqual(['postgres://u:p@a:5432/jingtu', 'postgres://u:p@[::1]:5433/jingtu']);
  });

  it('may name any number of replicas', () => {
    const given = 'postgres://u:p@a:5433/jingtu, postgres://u:p@b/jingtu';
    expect(read({ DATABASE_URL: 'postgres://h/d', DATABASE_READ_URLS: given }).database.readUrls).toEqual([
      'postgres://u:p@a:5433/jingtu',
      'postgres://u:p@b/jingtu',
    ]);
  });

  it.each(['loopback', '10.0.0.0/8', '127.0.0.1, fd00::/8'])('TRUST_PROXY may be %s', (given) => {
    expect(read({ TRUST_PROXY: given }).trustProxy).toBe(given);
  });

  it('is refused with all that is wrong at once, and never repeats a secret', () => {
    const complaints = complaintsOf({
      PORT: 'x',
      DATABASE_URL: 'mysql://root:hunter2@db',
      SMTP_URL: 'hunter3',
      CUSTOMER_SERVICE_URL: 'y',
      FAST_FINANCING_URL: 'z',
      SMS_PROVIDER: 'pigeon',
      ASSISTANT_KEY: 'hunter4',
      NODE_ENV: 'production',
    });
    const names = ['PORT', 'DATABASE_URL', 'SMTP_URL', 'SMS_PROVIDER', 'PUBLIC_ORIGIN'];
    for (const name of [...names, 'ASSISTANT_URL', 'CUSTOMER_SERVICE_URL', 'FAST_FINANCING_URL', 'MAIL_FROM'])
      expect(complaints.filter((line) => line.includes(name))).not.toEqual([]);
    expect(complaints.join('\n')).not.toMatch(/hunter/);
  });
});

describe('a secret', () => {
  const fileOf = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  it('may come from a file', () => {
    const env = { SECRET_KEY_FILE: fileOf('key', `${KEY}\n`) };
    expect(read(env).database.secretKey).toBe(KEY);
    expect(readDatabaseSettings(env, '/program').secretKey).toBe(KEY);
    expect(readSecret({ JINGTU_PASSWORD_FILE: fileOf('password', 'open\n') }, 'JINGTU_PASSWORD')).toBe('open');
  });

  it('is refused where the file is missing, holds something else, or the secret is given twice', () => {
    expect(complaintsOf({ SECRET_KEY_FILE: path.join(folder, 'absent') })[0]).toMatch(
      /^SECRET_KEY_FILE 所指的文件.*不存在/,
    );
    expect(complaintsOf({ SECRET_KEY_FILE: fileOf('short', 'c2hvcnQ=') })[0]).toMatch(/^SECRET_KEY 应为 32 个字节/);
    expect(complaintsOf({ SECRET_KEY_FILE: fileOf('twice', KEY), SECRET_KEY: KEY })).toEqual([
      'SECRET_KEY 和 SECRET_KEY_FILE 只能设置一个。',
    ]);
  });

  it('is known as one: what is called a secret, key, password or address with a password', () => {
    const named = Object.keys(VARIABLES).filter((name) =>
      /(SECRET|KEY|PASSWORD)(_ID)?$|^(DATABASE|SMTP)_URL$/.test(name),
    );
    expect(named.filter((name) => VARIABLES[name]?.isSecret !== true)).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });
});

it('a command asks only for the variables of the database', () => {
  const others = { PORT: 'abc', ASSISTANT_KEY_FILE: path.join(folder, 'absent') };
  expect(readDatabaseSettings(others, '/program').url).toBeUndefined();
  expect(() => readDatabaseSettings({ DATABASE_URL: 'mysql://h' }, '/program')).toThrow(
    'DATABASE_URL 只支持 PostgreSQL',
  );
});
