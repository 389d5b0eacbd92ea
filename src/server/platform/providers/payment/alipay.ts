import { createPrivateKey } from 'node:crypto';
import type { AlipaySdk } from 'alipay-sdk';
import { Failure } from '#shared/errors.ts';
import { notifyAlipay } from '#schemas/api/orders.ts';
import { shanghaiTime } from '#shared/time/shanghai.ts';
import type { PaymentGateway, PaymentNotice } from './payment-gateway.ts';

export interface AlipaySettings {
  readonly appId: string;
  /** The application’s RSA2 private key, PEM or its base64 alone, PKCS#1 or PKCS#8. */
  readonly privateKey: string;
  /** Alipay’s public key, not the application’s. */
  readonly publicKey: string;
  /** Id of the merchant who gets the money (2088…). */
  readonly sellerId: string;
  /** Where this product is reached from outside, e.g. https://example.com. */
  readonly publicOrigin: string;
  /** Another address of the gateway than the public one, e.g. the sandbox. */
  readonly gateway?: string | undefined;
}

type Answer = Awaited<ReturnType<AlipaySdk['exec']>>;

const SUCCESS = '10000';
const NO_SUCH_TRADE = 'ACQ.TRADE_NOT_EXIST';
const STATES: Readonly<Record<string, PaymentNotice['state']>> = {
  WAIT_BUYER_PAY: 'waiting',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

/**
 * Payments through Alipay by its official SDK, which is loaded with the first use; every answer and every notification is
 * checked by its signature. @throws Failure UNAVAILABLE for a private key that cannot be read.
 */
export function alipay(settings: AlipaySettings): PaymentGateway {
  const { appId, sellerId, publicOrigin } = settings;
  const config = {
    appId,
    ...privateKeyOf(settings.privateKey),
    alipayPublicKey: settings.publicKey,
    ...(settings.gateway !== undefined && { gateway: settings.gateway }),
    signType: 'RSA2' as const,
  };
  let loaded: Promise<AlipaySdk> | undefined;
  const load = (): Promise<AlipaySdk> =>
    (loaded ??= import('alipay-sdk').then(({ AlipaySdk: Sdk }) => new Sdk(config)));

  async function ask(method: string, bizContent: Record<string, string>): Promise<Answer> {
    return (await load()).exec(method, { bizContent }, { validateSign: true });
  }

  return {
    name: 'alipay',
    label: '支付宝',

    begin: async ({ orderNo, title, price, expiresAt }, device) => {
      const isMobile = device === 'mobile';
      const bizContent = {
        outTradeNo: orderNo,
        subject: title,
        totalAmount: price,
        productCode: isMobile ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
        timeExpire: shanghaiTime(expiresAt),
      };
      const payUrl = (await load()).pageExecute(isMobile ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
        bizContent,
        notifyUrl: `${publicOrigin}${notifyAlipay.path}`,
        returnUrl: `${publicOrigin}/#/orders?no=${orderNo}`,
      });
      return { payUrl };
    },

    readNotification: async (body) => {
      // The sender names the algorithm: only the one that the keys are for is accepted.
      if (body['sign_type'] !== 'RSA2' || !(await load()).checkNotifySignV2(body)) return refuse('通知签名无效');
      if (body['app_id'] !== appId) return refuse('通知的应用不是本平台');
      if (body['seller_id'] !== sellerId) return refuse('通知的收款方不是本平台');
      return noticeOf(body['out_trade_no'], body['trade_no'], body['total_amount'], body['trade_status']);
    },

    query: async (orderNo) => {
      const answer = await ask('alipay.trade.query', { outTradeNo: orderNo });
      if (answer['subCode'] === NO_SUCH_TRADE) return null;
      assertSuccess(answer);
      const notice = noticeOf(answer['outTradeNo'], answer['tradeNo'], answer['totalAmount'], answer['tradeStatus']);
      if (notice.orderNo !== orderNo) throw new Error('Alipay answered about another order.');
      return notice;
    },

    refund: async ({ orderNo, price }, reason) => {
      // The same request number again is the same refund.
      const bizContent = { outTradeNo: orderNo, refundAmount: price, refundReason: reason, outRequestNo: orderNo };
      assertSuccess(await ask('alipay.trade.refund', bizContent));
    },
  };
}

function noticeOf(orderNo: unknown, tradeNo: unknown, amount: unknown, status: unknown): PaymentNotice {
  const state = STATES[String(status)];
  if (state === undefined || !orderNo || !tradeNo || !amount) return refuse('通知内容不完整');
  return { orderNo: String(orderNo), tradeNo: String(tradeNo), amount: String(amount), state };
}

function assertSuccess(answer: Answer): void {
  if (answer.code !== SUCCESS)
    throw new Error(`Alipay refused: ${answer.code} ${String(answer['subCode'] ?? answer.msg)}`);
}

/** The SDK needs to know which of two encodings the key has; both are in use, often as base64 without its frame. */
function privateKeyOf(text: string): { privateKey: string; keyType: 'PKCS1' | 'PKCS8' } {
  const key = Buffer.from(text.replace(/-----[^-]+-----/g, '').replace(/\s/g, ''), 'base64');
  const privateKey = key.toString('base64');
  for (const keyType of ['PKCS8', 'PKCS1'] as const) {
    try {
      createPrivateKey({ key, format: 'der', type: keyType === 'PKCS8' ? 'pkcs8' : 'pkcs1' });
      return { privateKey, keyType };
    } catch {
      continue;
    }
  }
  throw new Failure('UNAVAILABLE', '支付宝的应用私钥无法读取，请检查 ALIPAY_PRIVATE_KEY。');
}

function refuse(message: string): never {
  throw new Failure('INVALID_BODY', message);
}
