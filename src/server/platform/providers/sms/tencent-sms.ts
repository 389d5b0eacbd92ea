import { EVENT_WORDS } from '#server/platform/accounts/security-notices.ts';
import type { SmsSender } from './sms-sender.ts';

/** What Tencent Cloud's console gives: https://console.cloud.tencent.com/smsv2 */
export interface TencentSmsOptions {
  readonly secretId: string;
  readonly secretKey: string;
  readonly sdkAppId: string;
  readonly signName: string;
  /** A template of one variable, the code, or of two, the code and its minutes. */
  readonly templateId: string;
  /** Template for numbers outside the mainland; the same one when absent. */
  readonly templateIdAbroad?: string | undefined;
  /** Template of one variable, what was changed, for warnings; none are sent when absent. */
  readonly noticeTemplateId?: string | undefined;
  /** How many variables the template has. */
  readonly templateVariables: 1 | 2;
  readonly region: string;
  /** Another address than the service's own, with its protocol. */
  readonly endpoint?: string | undefined;
}

const TIMEOUT_SECONDS = 10;

/** Text messages by Tencent Cloud, through its own SDK, which is loaded with the first message. */
export function tencentSms(options: TencentSmsOptions): SmsSender {
  const client = once(async () => {
    const { sms } = await import('tencentcloud-sdk-nodejs-sms');
    const { endpoint = 'https://sms.tencentcloudapi.com' } = options;
    const { protocol, host } = new URL(endpoint);
    return new sms.v20210111.Client({
      credential: { secretId: options.secretId, secretKey: options.secretKey },
      region: options.region,
      profile: { httpProfile: { endpoint: host, protocol: `${protocol}//`, reqTimeout: TIMEOUT_SECONDS } },
    });
  });
  async function sendBy(number: string, templateId: string, variables: readonly string[]): Promise<void> {
    const request = {
      PhoneNumberSet: [number],
      SmsSdkAppId: options.sdkAppId,
      TemplateId: templateId,
      TemplateParamSet: [...variables],
      ...(number.startsWith('+86') && { SignName: options.signName }),
    };
    const { SendStatusSet } = await (await client()).SendSms(request).catch((error: { code?: string }) => {
      // The SDK's own error repeats the request.
      throw new Error(`Tencent Cloud did not take the message: ${error.code ?? 'no answer'}`);
    });
    const status = SendStatusSet?.[0]?.Code;
    if (status !== 'Ok') throw new Error(`Tencent Cloud did not send the message: ${status ?? 'no status'}`);
  }
  return {
    async send({ number, code, minutes }) {
      const { templateId, templateIdAbroad = templateId, templateVariables } = options;
      const variables = [code, String(minutes)].slice(0, templateVariables);
      await sendBy(number, number.startsWith('+86') ? templateId : templateIdAbroad, variables);
    },
    async notify({ number, event }) {
      const { noticeTemplateId } = options;
      if (noticeTemplateId !== undefined) await sendBy(number, noticeTemplateId, [EVENT_WORDS[event]]);
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
