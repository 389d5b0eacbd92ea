import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openGeetestCaptcha } from '#server/platform/providers/captcha/geetest-captcha.ts';
import { smtpMail } from '#server/platform/providers/mail/smtp-mail.ts';
import { readProviders } from '#server/platform/providers/providers.ts';
import { tencentSms } from '#server/platform/providers/sms/tencent-sms.ts';
import type { TestDatabase } from '#tests/support/databases/database.ts';
import { openMigratedDatabase } from '#tests/support/databases/kept-databases.ts';

const opened: { close: () => unknown }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

interface Heard {
  readonly path: string;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

/** A service on this machine that answers as the real one is documented to. */
async function service(answer: (heard: Heard) => { status?: number; body: unknown }) {
  const heard: Heard[] = [];
  const server: Server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', body: Buffer.concat(chunks).toString(), headers: request.headers };
      heard.push(one);
      const { status = 200, body } = answer(one);
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('a server', () => {
  it('does not start in production while codes would reach no phone, and says what to set', async () => {
    const env = { PATH: process.env['PATH'], NODE_ENV: 'production', JINGTU_DATA: '/nonexistent/never-opened' };
    const started = promisify(execFile)(process.execPath, ['src/server/main.ts'], { env });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^正式环境尚未配置短信.*SMS_PROVIDER.*SMTP_URL.*ALLOW_DEVELOPMENT_PROVIDERS=1。\n$/,
      ),
    });
  });

  it('does not start in production with mail and no PUBLIC_ORIGIN, which links in mails begin with', () => {
    const env = {
      NODE_ENV: 'production',
      ALLOW_DEVELOPMENT_PROVIDERS: '1',
      SMTP_URL: 'smtps://user:password@mail.example:465',
      MAIL_FROM: 'noreply@mail.example',
    };
    expect(() => readProviders(env, () => undefined)).toThrow('需设置 PUBLIC_ORIGIN');
    expect(() => readProviders({ ...env, PUBLIC_ORIGIN: 'https://data.example' }, () => undefined)).not.toThrow();
  });
});

describe('text messages by Tencent Cloud', () => {
  const sender = (endpoint: string) =>
    tencentSms({
      secretId: 'AKIDexample',
      secretKey: 'example-key',
      sdkAppId: '1400000000',
      signName: '鲸图',
      templateId: '100',
      templateIdAbroad: '200',
      templateVariables: 2,
      region: 'ap-guangzhou',
      endpoint,
    });
  const message = { number: '+8619900000001', code: '012345', purpose: 'login', minutes: 5 } as const;
  const status = (Code: string) => ({ body: { Response: { SendStatusSet: [{ Code }], RequestId: 'r' } } });

  it('go out by its SDK, signed, with the template of the number’s country', async () => {
    const { heard, url } = await service(() => status('Ok'));
    const { send } = sender(url);
    await send(message);
    await send({ ...message, number: '+85251234567' });
    expect(heard[0]?.headers['x-tc-action']).toBe('SendSms');
    expect(heard[0]?.headers['authorization']).toMatch(/^TC3-HMAC-SHA256 Credential=AKIDexample\//);
    expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
      PhoneNumberSet: ['+8619900000001'],
      SmsSdkAppId: '1400000000',
      SignName: '鲸图',
      TemplateId: '100',
      TemplateParamSet: ['012345', '5'],
    });
    expect(JSON.parse(heard[1]?.body ?? '')).toMatchObject({ TemplateId: '200', PhoneNumberSet: ['+85251234567'] });
  });

  it('that are not sent are logged by the service’s code alone, without number or code', async () => {
    const refusing = await service(() => status('LimitExceeded.PhoneNumberDailyLimit'));
    const failing = await service(() => ({
      body: { Response: { Error: { Code: 'AuthFailure.SecretIdNotFound', Message: '+8619900000001 012345' } } },
    }));
    const words = async (url: string) =>
      sender(url)
        .send(message)
        .then(
          () => '',
          (error: Error) => `${error.message} ${error.stack}`,
        );
    const told = [await words(refusing.url), await words(failing.url), await words('http://127.0.0.1:1')];
    expect(told[0]).toContain('LimitExceeded.PhoneNumberDailyLimit');
    expect(told[1]).toContain('AuthFailure.SecretIdNotFound');
    for (const text of told) expect(text).toMatch(/Tencent Cloud did not/);
    expect(told.join()).not.toMatch(/19900000001|012345/);
  });
});

describe('mail over SMTP', () => {
  async function mailServer(refuse: boolean) {
    const lines: string[] = [];
    const server = createSocketServer((socket) => {
      let inText = false;
      socket.write('220 test\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
          lines.push(line);
          if (inText) {
            if (line === '.') {
              inText = false;
              socket.write('250 taken\r\n');
            }
          } else if (line === 'DATA') {
            inText = true;
            socket.write('354 go on\r\n');
          } else if (line.startsWith('RCPT') && refuse) socket.write('550 no such mailbox\r\n');
          else if (line === 'QUIT') socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(server);
    return { lines, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const mail = { to: 'somebody@example.com', subject: '验证您的邮箱', text: '请打开链接完成验证' };

  it('goes out whole, from whom the environment says', async () => {
    const { lines, url } = await mailServer(false);
    await smtpMail(url, '鲸图 <noreply@example.com>').send(mail);
    expect(lines).toContain('MAIL FROM:<noreply@example.com>');
    expect(lines).toContain('RCPT TO:<somebody@example.com>');
    const text = lines.slice(lines.indexOf('DATA')).join('');
    expect(text).toContain(Buffer.from('请打开链接完成验证').toString('base64').slice(0, 20));
  });

  it('sends to one address, whatever is hidden in it', async () => {
    const { lines, url } = await mailServer(false);
    const to = 'a@example.com, b@example.com\r\nRCPT TO:<c@example.com>';
    await smtpMail(url, 'noreply@example.com')
      .send({ ...mail, to })
      .catch(() => undefined);
    expect(lines.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1);
    expect(lines).not.toContain('RCPT TO:<c@example.com>');
  });

  it('that is not taken is logged without the address', async () => {
    const { url } = await mailServer(true);
    await expect(smtpMail(url, 'noreply@example.com').send(mail)).rejects.toThrow(
      'The mail was not sent: EENVELOPE 550',
    );
    await expect(smtpMail('smtp://127.0.0.1:1', 'a@example.com').send(mail)).rejects.not.toThrow(/somebody/);
  });
});

describe('the hosted captcha of GeeTest', () => {
  let store: TestDatabase;
  const now = () => new Date('2026-11-21T04:00:00Z');
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const ORIGIN = 'a'.repeat(32);
  beforeAll(async () => {
    store = await openMigratedDatabase();
  });
  afterAll(() => store.drop());

  const open = (server: string) =>
    openGeetestCaptcha({ id: 'public-id', key: 'private-key', server })({ db: store.database.db, now });
  /** What the service's script would hand to the page. */
  const proofOf = (challenge: string, seccode = 'seccode-1|jordan') => {
    const shown = `${challenge}kb`;
    return { challenge: shown, validate: md5(`private-keygeetest${shown}`), seccode };
  };

  it('is registered with the service, and its proof judged by key, by us and by the service, once', async () => {
    let round = 0;
    const { heard, url } = await service(({ path, body }) =>
      path.startsWith('/register.php')
        ? { body: { challenge: md5(String((round += 1))) } }
        : { body: { seccode: md5(new URLSearchParams(body).get('seccode') ?? '') } },
    );
    const captcha = open(url);
    const issued = await captcha.issue({ isPhone: true, address: '192.0.2.1' });
    expect(issued).toEqual({ provider: 'geetest', gt: 'public-id', challenge: md5(`${md5('1')}private-key`) });
    expect(heard[0]?.path).toMatch(
      /^\/register\.php\?gt=public-id&digestmod=md5&client_type=h5&ip_address=192\.0\.2\.1/,
    );
    const proof = proofOf(issued.challenge);
    expect(await captcha.judge({ ...proof, validate: md5('made up') })).toBe(false);
    expect(await captcha.judge(proof)).toBe(true);
    expect(new URLSearchParams(heard[1]?.body).get('captchaid')).toBe('public-id');
    expect(await captcha.judge(proof)).toBe(false);
    expect(await captcha.judge(proofOf(ORIGIN))).toBe(false);
  });

  it('is not solved when the service says so, or says nothing', async () => {
    for (const reply of [{ body: { seccode: 'false' } }, { status: 500, body: {} }, { body: 'nonsense' }]) {
      const { url } = await service(({ path }) =>
        path.startsWith('/register') ? { body: { challenge: ORIGIN } } : reply,
      );
      const captcha = open(url);
      const { challenge } = await captcha.issue({ isPhone: false, address: '' });
      expect(await captcha.judge(proofOf(challenge))).toBe(false);
    }
  });

  it('gives way to our own while the service cannot be reached, never to none', async () => {
    const broken = await service(() => ({ status: 503, body: {} }));
    for (const url of [broken.url, 'http://127.0.0.1:1']) {
      const issued = await open(url).issue({ isPhone: false, address: '192.0.2.1' });
      expect(issued.provider).toBe('own');
      expect(await open(url).judge(proofOf(issued.challenge))).toBe(false);
    }
  });
});
