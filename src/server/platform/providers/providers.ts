import { Complaints } from '#shared/complaints.ts';
import { Failure } from '#shared/errors.ts';
import type { Environment } from '#server/environment.ts';
import { configuredAddress } from '#server/http/configured-address.ts';
import type { OpenCaptcha } from '#server/platform/providers/captcha/captcha.ts';
import { openGeetestCaptcha } from '#server/platform/providers/captcha/geetest-captcha.ts';
import { openOwnCaptcha } from '#server/platform/providers/captcha/own-captcha.ts';
import { consoleMail } from '#server/platform/providers/mail/console-mail.ts';
import type { MailSender } from '#server/platform/providers/mail/mail-sender.ts';
import { smtpMail } from '#server/platform/providers/mail/smtp-mail.ts';
import type { ChatModel } from '#server/platform/providers/model/chat-model.ts';
import { addressFault } from '#server/platform/providers/model/model-address.ts';
import { openAiModel } from '#server/platform/providers/model/openai-model.ts';
import { alipay } from '#server/platform/providers/payment/alipay.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';
import { consoleSms } from '#server/platform/providers/sms/console-sms.ts';
import type { SmsSender } from '#server/platform/providers/sms/sms-sender.ts';
import { tencentSms } from '#server/platform/providers/sms/tencent-sms.ts';

/** What the product needs of others: each is an interface with a real provider and one for development. */
export interface Providers {
  readonly sms: SmsSender;
  readonly mail: MailSender;
  /** The own captcha is a real one: it works offline and is what is used unless a hosted one is configured. */
  readonly captcha: OpenCaptcha;
  /** Null where only redemption codes pay. */
  readonly payment: PaymentGateway | null;
  /** What the assistant may ask where its rules do not understand a question; null where nothing leaves the installation. */
  readonly model: ChatModel | null;
}

type Say = (line: string) => void;

/** Providers that reach no one: codes and mails are logged. */
export const developmentProviders = (say: Say): Providers => ({
  sms: consoleSms(say),
  mail: consoleMail(say),
  captcha: openOwnCaptcha,
  payment: null,
  model: null,
});

/**
 * The providers that the environment names (docs/deploy.md lists its variables).
 * @throws Failure with words for the operator who starts the server: a provider that is named but not whole, or, in
 * production, one that is missing.
 */
export function readProviders(env: Environment, say: Say): Providers {
  const complaints = new Complaints();
  const sms = complaints.from(() => readSms(env));
  const mail = complaints.from(() => readMail(env));
  complaints.from(() => refuseDevelopment(env));
  const captcha = complaints.from(() => readCaptcha(env)) ?? openOwnCaptcha;
  const payment = complaints.from(() => readPayment(env)) ?? null;
  const model = complaints.from(() => readModel(env)) ?? null;
  complaints.refuse();
  return { sms: sms ?? consoleSms(say), mail: mail ?? consoleMail(say), captcha, payment, model };
}

/** In production codes and mails must reach users, and their links must lead here. */
function refuseDevelopment(env: Environment): void {
  const hasMail = Boolean(env['SMTP_URL']);
  const hasSms = !['', 'console'].includes(env['SMS_PROVIDER'] ?? '');
  if (env['NODE_ENV'] === 'production' && env['ALLOW_DEVELOPMENT_PROVIDERS'] !== '1') {
    const missing = [
      ...(hasSms ? [] : ['短信（设置 SMS_PROVIDER=tencent 及 TENCENT_SMS_ 开头的变量）']),
      ...(hasMail ? [] : ['邮件（设置 SMTP_URL 和 MAIL_FROM）']),
    ];
    if (missing.length > 0) refuse(`正式环境尚未配置${missing.join('、')}。${EXCEPTION}`);
  }
  // Mails hold links, and nothing that a request says may decide where they lead.
  if (env['NODE_ENV'] === 'production' && hasMail && !env['PUBLIC_ORIGIN'])
    refuse('正式环境需设置 PUBLIC_ORIGIN（对外访问的地址，如 https://example.com）：邮件和二维码中的链接以它开头。');
}

const EXCEPTION = '如确需以开发方式启动（验证码只打印在控制台），请设置 ALLOW_DEVELOPMENT_PROVIDERS=1。';

function readSms(env: Environment): SmsSender | undefined {
  const provider = env['SMS_PROVIDER'] || 'console';
  if (provider === 'console') return undefined;
  if (provider !== 'tencent') return refuse(`不支持短信服务商 ${provider}：SMS_PROVIDER 可以是 tencent 或 console。`);
  const [secretId, secretKey, sdkAppId, signName, templateId] = needed(env, '短信服务', [
    'TENCENT_SMS_SECRET_ID',
    'TENCENT_SMS_SECRET_KEY',
    'TENCENT_SMS_SDK_APP_ID',
    'TENCENT_SMS_SIGN_NAME',
    'TENCENT_SMS_TEMPLATE_ID',
  ]);
  return tencentSms({
    secretId,
    secretKey,
    sdkAppId,
    signName,
    templateId,
    templateIdAbroad: env['TENCENT_SMS_TEMPLATE_ID_ABROAD'] || undefined,
    noticeTemplateId: env['TENCENT_SMS_NOTICE_TEMPLATE_ID'] || undefined,
    templateVariables: env['TENCENT_SMS_TEMPLATE_VARIABLES'] === '1' ? 1 : 2,
    region: env['TENCENT_SMS_REGION'] || 'ap-guangzhou',
    endpoint: env['TENCENT_SMS_ENDPOINT'] || undefined,
  });
}

function readMail(env: Environment): MailSender | undefined {
  if (!env['SMTP_URL']) return undefined;
  const [url, from] = needed(env, '邮件服务', ['SMTP_URL', 'MAIL_FROM']);
  return smtpMail(url, from);
}

function readCaptcha(env: Environment): OpenCaptcha {
  if (!env['GEETEST_ID'] && !env['GEETEST_KEY']) return openOwnCaptcha;
  const [id, key] = needed(env, '极验', ['GEETEST_ID', 'GEETEST_KEY']);
  return openGeetestCaptcha({
    id,
    key,
    server: configuredAddress('GEETEST_SERVER', env['GEETEST_SERVER']) && env['GEETEST_SERVER'],
  });
}

/** Alipay once any of its variables is set; a secret of which half is missing must not pass for none. */
function readPayment(env: Environment): PaymentGateway | null {
  if (!Object.keys(env).some((name) => name.startsWith('ALIPAY_') && env[name])) return null;
  const [appId, privateKey, publicKey, sellerId, publicOrigin] = needed(env, '支付宝', [
    'ALIPAY_APP_ID',
    'ALIPAY_PRIVATE_KEY',
    'ALIPAY_PUBLIC_KEY',
    'ALIPAY_SELLER_ID',
    'PUBLIC_ORIGIN',
  ]);
  return alipay({ appId, privateKey, publicKey, sellerId, publicOrigin, gateway: env['ALIPAY_GATEWAY'] || undefined });
}

const DAILY_QUESTIONS = 1000;

/** A model once any of its variables is set. */
function readModel(env: Environment): ChatModel | null {
  if (!Object.keys(env).some((name) => name.startsWith('ASSISTANT_') && env[name])) return null;
  const [url, model] = needed(env, '模型服务', ['ASSISTANT_URL', 'ASSISTANT_MODEL']);
  const fault = addressFault(url);
  if (fault !== undefined) refuse(`ASSISTANT_URL ${fault}。`);
  const daily = env['ASSISTANT_DAILY'] || String(DAILY_QUESTIONS);
  if (!/^[1-9]\d{0,5}$/.test(daily)) refuse(`ASSISTANT_DAILY 应为正整数，现在是“${daily}”。`);
  return openAiModel({ url, model, key: env['ASSISTANT_KEY'] || undefined, dailyQuestions: Number(daily) });
}

type Texts<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

function needed<const Names extends readonly string[]>(env: Environment, what: string, names: Names): Texts<Names> {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) refuse(`${what}的配置不完整，缺少环境变量：${missing.join('、')}。`);
  return names.map((name) => env[name] ?? '') as unknown as Texts<Names>;
}

function refuse(message: string): never {
  throw new Failure('UNAVAILABLE', message);
}
