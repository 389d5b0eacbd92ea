import type { Order } from '#schemas/api/orders.ts';
import type { AppStores } from './stores.ts';

/** Says what a code brought, and asks again for the user where it is SVIP: until then screens show the earlier role. */
export async function welcome({ session, toast }: AppStores, order: Order): Promise<void> {
  toast.say(`兑换成功：${order.product.name}`);
  if (order.product.kind === 'svip') await session.load();
}
