import { describe, expect, it } from 'vitest';
import { developmentProviders, readProviders } from '#server/platform/providers/providers.ts';

const TENCENT = {
  SMS_PROVIDER: 'tencent',
  TENCENT_SMS_SECRET_ID: 'id',
  TENCENT_SMS_SECRET_KEY: 'key',
  TENCENT_SMS_SDK_APP_ID: '1400000000',
  TENCENT_SMS_SIGN_NAME: '鲸图',
  TENCENT_SMS_TEMPLATE_ID: '1',
};
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: '鲸图 <noreply@example.com>' };
const silent = () => undefined;
const start = (env: Record<string, string>) => () => readProviders(env, silent);

describe('the providers that the environment names', () => {
  it('are ones for development where it names none: the code is said, nothing is sent', async () => {
    const said: string[] = [];
    const { sms, mail } = readProviders({}, (line) => said.push(line));
    await sms.send({ number: '+8619900000001', code: '012345', purpose: 'login', minutes: 5 });
    await mail.send({ to: 'somebody@example.com', subject: '验证邮箱', text: '链接' });
    expect(said[0]).toBe('短信（开发环境，未真正发送）+8619900000001 登录验证码：012345，5 分钟内有效');
    expect(said[1]).toContain('somebody@example.com');
  });

  it('keep a server from starting in production while they are ones for development, in words that name what to set', () => {
    expect(start({ NODE_ENV: 'production' })).toThrow(
      '正式环境尚未配置短信（设置 SMS_PROVIDER=tencent 及 TENCENT_SMS_ 开头的变量）、邮件（设置 SMTP_URL 和 MAIL_FROM）。' +
        '如确需以开发方式启动（验证码只打印在控制台），请设置 ALLOW_DEVELOPMENT_PROVIDERS=1。',
    );
    expect(start({ NODE_ENV: 'production', ...TENCENT })).toThrow(/尚未配置邮件/);
    expect(start({ NODE_ENV: 'production', ...MAIL })).toThrow(/尚未配置短信/);
    expect(start({ NODE_ENV: 'production', SMS_PROVIDER: 'console', ...MAIL })).toThrow(/尚未配置短信/);
    expect(start({ NODE_ENV: 'production', ALLOW_DEVELOPMENT_PROVIDERS: '0' })).toThrow(/尚未配置/);
  });

  it('let it start in production when they are real, or when its settings say so', () => {
    expect(start({ NODE_ENV: 'production', ...TENCENT, ...MAIL, PUBLIC_ORIGIN: 'https://data.example' })).not.toThrow();
    expect(start({ NODE_ENV: 'production', ALLOW_DEVELOPMENT_PROVIDERS: '1' })).not.toThrow();
  });

  it.each(Object.keys(TENCENT).slice(1))('are refused by name without %s, in development too', (name) => {
    expect(start({ ...TENCENT, [name]: '' })).toThrow(`短信服务的配置不完整，缺少环境变量：${name}。`);
  });

  it('are refused when half of them is there, or the product does not know them', () => {
    expect(start({ SMTP_URL: 'smtp://127.0.0.1:1' })).toThrow('缺少环境变量：MAIL_FROM');
    expect(start({ GEETEST_ID: 'x' })).toThrow('缺少环境变量：GEETEST_KEY');
    expect(start({ SMS_PROVIDER: 'pigeon' })).toThrow('不支持短信服务商 pigeon');
  });

  it('include our own captcha where no hosted one is named', () => {
    expect(readProviders({}, silent).captcha).toBe(developmentProviders(silent).captcha);
    expect(readProviders({ GEETEST_ID: 'a', GEETEST_KEY: 'b' }, silent).captcha).not.toBe(
      developmentProviders(silent).captcha,
    );
  });
});
