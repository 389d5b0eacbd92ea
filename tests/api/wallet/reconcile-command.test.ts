import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/api/orders.ts';
import { type AlipayNetwork, openAlipayNetwork } from '#tests/support/wallet/alipay-network.ts';
import { type CoinWorld, openCoinWorld } from '#tests/support/wallet/coin-world.ts';
import { onPostgres } from '#tests/support/databases/database.ts';

const COMMAND = path.join(import.meta.dirname, '../../../src/server/commands/reconcile.ts');
let network: AlipayNetwork;
let world: CoinWorld;
let placed: Order;

beforeAll(async () => {
  network = await openAlipayNetwork();
  world = await openCoinWorld(network.gateway);
  placed = await world.payingOrder('investor', '60 鲸币');
  network.trades.set(placed.no, { trade_no: 'T1', total_amount: '18.00', trade_status: 'TRADE_SUCCESS' });
  // The command needs the folder to itself.
  if (!onPostgres) await world.store.release();
});
afterAll(async () => {
  await world.close();
  await network.close();
});

function run(configured: boolean, ...more: string[]): Promise<{ code: number | null; said: string }> {
  const { url, dataDir } = world.store.address;
  const { settings } = network;
  const alipay = {
    ALIPAY_APP_ID: settings.appId,
    ALIPAY_PRIVATE_KEY: settings.privateKey,
    ALIPAY_PUBLIC_KEY: settings.publicKey,
    ALIPAY_SELLER_ID: settings.sellerId,
    ALIPAY_GATEWAY: settings.gateway,
    PUBLIC_ORIGIN: settings.publicOrigin,
  };
  const env = { ...process.env, DATABASE_URL: url ?? '', JINGTU_DATA: dataDir, ...(configured && alipay) };
  const child = spawn(process.execPath, [COMMAND, ...more], { env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

describe('npm run reconcile', () => {
  it('says what differed, and ends with 1 while something is left to see to', async () => {
    network.isDown = true;
    const down = await run(true);
    network.isDown = false;
    expect(down.said).toContain(`待处理  ${placed.no}`);
    expect(down.said).toContain('查询 1 个订单，差异 1 个，待处理 1 个。');
    expect(down.code).toBe(1);
    expect(await run(true)).toEqual({
      code: 0,
      said: `已处理  ${placed.no}  支付平台已收款，已补发\n查询 1 个订单，差异 1 个，待处理 0 个。\n`,
    });
    expect((await run(true, '--since', '2026-11-01')).said).toBe('查询 0 个订单，差异 0 个，待处理 0 个。\n');
  });

  it('says what is wrong with how it was called', async () => {
    expect(await run(true, '--since', 'yesterday')).toEqual({ code: 1, said: '--since 应为日期，如 2026-11-01。\n' });
    expect((await run(false)).code).toBe(1);
  });
});
