import { createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alipay } from '#server/platform/providers/payment/alipay.ts';
import type { PaymentGateway } from '#server/platform/providers/payment/payment-gateway.ts';

/** A trade as Alipay has it. */
export interface Trade {
  readonly trade_no: string;
  readonly total_amount: string;
  trade_status: string;
}

/**
 * The other end of the wire: a server that speaks Alipay’s protocol with keys of its own, asks for the application’s
 * signature and signs what it says. Everything on our side of the wire is the real thing.
 */
export interface AlipayNetwork {
  readonly gateway: PaymentGateway;
  readonly settings: Parameters<typeof alipay>[0];
  /** Trades by the number of our order. */
  readonly trades: Map<string, Trade>;
  /** Refunds that were asked for: our order’s number and the request’s own, in order. */
  readonly refunds: { readonly orderNo: string; readonly requestNo: string; readonly amount: string }[];
  /** While true nothing is answered but errors. */
  isDown: boolean;
  /** A notification with Alipay’s signature; `changes` are signed, too. */
  readonly notification: (orderNo: string, changes?: Record<string, string>) => Record<string, string>;
  readonly close: () => Promise<void>;
}

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const signed = (text: string, privateKey: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64');

const content = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');

/** Answers in Alipay’s form: the reply’s own text is what is signed. */
function answer(method: string, reply: object, privateKey: string): string {
  const text = JSON.stringify(reply);
  return `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${signed(text, privateKey)}"}`;
}

export async function openAlipayNetwork(): Promise<AlipayNetwork> {
  const theirs = keys();
  const ours = keys();
  const trades = new Map<string, Trade>();
  const refunds: { orderNo: string; requestNo: string; amount: string }[] = [];

  function reply(method: string, biz: Record<string, string>): object {
    const orderNo = biz['out_trade_no'] ?? '';
    const trade = trades.get(orderNo);
    if (!trade)
      return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' };
    if (method === 'alipay.trade.refund')
      refunds.push({ orderNo, requestNo: biz['out_request_no'] ?? '', amount: biz['refund_amount'] ?? '' });
    return { code: '10000', msg: 'Success', out_trade_no: orderNo, ...trade };
  }

  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const inUrl = new URL(request.url ?? '', 'http://localhost').searchParams;
      const given = Object.fromEntries([...inUrl, ...new URLSearchParams(Buffer.concat(chunks).toString('utf8'))]);
      const { sign = '', ...rest } = given;
      const isOurs = createVerify('RSA-SHA256').update(content(rest), 'utf8').verify(ours.publicKey, sign, 'base64');
      if (network.isDown || !isOurs) return void response.writeHead(502).end('bad gateway');
      const method = given['method'] ?? '';
      const biz = JSON.parse(given['biz_content'] ?? '{}') as Record<string, string>;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answer(method, reply(method, biz), theirs.privateKey));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    appId: '2021000000000001',
    privateKey: ours.privateKey,
    publicKey: theirs.publicKey,
    sellerId: '2088000000000001',
    publicOrigin: 'https://jingtu.example',
    gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`,
  };
  const network: AlipayNetwork = {
    gateway: alipay(settings),
    settings,
    trades,
    refunds,
    isDown: false,
    notification: (orderNo, changes = {}) => {
      const trade = trades.get(orderNo);
      const body: Record<string, string> = {
        notify_time: '2026-11-21 12:00:00',
        notify_type: 'trade_status_sync',
        notify_id: 'b2f1',
        app_id: settings.appId,
        seller_id: settings.sellerId,
        charset: 'utf-8',
        version: '1.0',
        subject: 'SVIP 月度会员 & 100%',
        out_trade_no: orderNo,
        trade_no: trade?.trade_no ?? `2026112122001${orderNo}`,
        trade_status: trade?.trade_status ?? 'TRADE_SUCCESS',
        total_amount: trade?.total_amount ?? '298.00',
        ...changes,
      };
      return { ...body, sign_type: 'RSA2', sign: signed(content(body), theirs.privateKey) };
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return network;
}
