import type { Offer, SoldProduct } from '#schemas/api/orders.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { type BoundValues, boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { MAX_COINS } from '#server/platform/coins/ledger.ts';
import { MAX_VIP_DAYS } from '#server/platform/coins/vip.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';

export interface ProductDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
  readonly now: () => Date;
}

type Values = BoundValues<typeof BINDINGS.product>;

const PRODUCT = BINDINGS.product.object;
const MOST = 100;

/** Products as staff keep them, as records. */
export class Products {
  readonly #deps: ProductDeps;

  constructor(deps: ProductDeps) {
    this.#deps = deps;
  }

  /** What is on sale, in the order that staff gave it. */
  async onSale(): Promise<Offer[]> {
    const { catalog, reader, now } = this.#deps;
    const scope = { readable: () => true, rowsOf: ALL_ROWS, today: shanghaiDay(now()) };
    const { list } = await reader.list(catalog.object(PRODUCT), { pageSize: MOST }, scope);
    return list
      .map((record) => ({ id: record.id, values: boundValues(BINDINGS.product, record) }))
      .toSorted((left, right) => place(left.values) - place(right.values))
      .flatMap(({ id, values }) => {
        const offer = offerOf(id, values);
        return offer !== undefined && values.isOnSale === true ? [offer] : [];
      });
  }

  /** One product, on sale or not. @throws Failure UNKNOWN_RECORD where there is none, or it has nothing to give. */
  async one(id: string): Promise<Offer & { readonly isOnSale: boolean }> {
    const { writer, database } = this.#deps;
    const record = await writer.read(database.db, PRODUCT, id);
    const values = boundValues(BINDINGS.product, record.values);
    const offer = offerOf(id, values);
    if (!offer) throw new Failure('UNKNOWN_RECORD', '商品不存在');
    return { ...offer, isOnSale: values.isOnSale === true };
  }
}

/** What of a product an order or a code keeps. */
export const soldOf = ({ name, kind, coins, svipDays }: Offer): SoldProduct => ({ name, kind, coins, svipDays });

const place = ({ position }: Values): number => position ?? Number.MAX_SAFE_INTEGER;

/** A product as it can be bought; undefined when it gives nothing or has no price. */
function offerOf(productId: string, values: Values): Offer | undefined {
  const { name, kind, price, originalPrice, badge } = values;
  const coins = kind === 'coins' ? (values.coins ?? 0) : 0;
  const svipDays = kind === 'svip' ? (values.svipDays ?? 0) : 0;
  const cny = amountOf(price);
  if ((kind !== 'coins' && kind !== 'svip') || cny === null || coins + svipDays < 1) return undefined;
  // Staff may widen the bounds of a field, but not what the ledger and a grant can hold.
  if (coins > MAX_COINS || svipDays > MAX_VIP_DAYS) return undefined;
  return {
    productId,
    kind,
    coins,
    svipDays,
    price: cny,
    name: name ?? '',
    originalPrice: amountOf(originalPrice),
    badge: badge || null,
  };
}

/** An amount in CNY with two decimals; null for none, or one in another currency. */
function amountOf({ num, currency }: CurrencyValue = {}): string | null {
  if (num === undefined || currency !== 'CNY') return null;
  const [whole = '0', cents = ''] = num.split('.');
  return `${whole}.${cents.padEnd(2, '0').slice(0, 2)}`;
}
