import type { BulkChange, BulkEdit, BulkOrder } from '#schemas/api/bulk.ts';
import type { ListReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type Answer, openTestApp, type TestApp, type TestAppOptions, type Who } from '#tests/support/app/test-app.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

const BULK = '/api/metadata/bulk';
const DATA = '/api/metadata/data';
const AT_WORK = new Set(['previewing', 'running', 'undoing']);

const plain = (apiName: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}) =>
  ({ apiName, type, label: apiName, ...more }) satisfies FieldDefinition;

/** A town that counts its shops. */
const TOWN: readonly FieldDefinition[] = [plain('name', 'text')];
const SHOP: readonly FieldDefinition[] = [
  plain('name', 'text'),
  plain('town', 'reference', { targetApiName: 'Town' }),
  plain('stage', 'select', { selectOptions: options('新', '熟', '老') }),
  plain('tags', 'multiSelect', { selectOptions: options('甲', '乙', '丙') }),
  plain('size', 'integer'),
  plain('note', 'longText'),
  plain('licence', 'text', { config: { oneByOne: true } }),
  plain('phone', 'phone', { config: { sealed: true } }),
  plain('double', 'formula', { config: { expression: 'self.size * 2', resultType: 'decimal' } }),
];
const OLD_SHOPS_ARE_LARGE: Rule = {
  id: 'large',
  kind: 'assert',
  target: 'size',
  rule: 'self.stage != "老" || (has(self.size) && self.size >= 10)',
  message: '老店的规模不能小于 10',
};

/** The app with towns and shops, and what tests do with bulk edits of shops, as staff. */
export class BulkDesk {
  readonly app: TestApp;
  #keys = 0;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async open(choices: TestAppOptions = {}): Promise<BulkDesk> {
    const app = await openTestApp(undefined, choices);
    const desk = new BulkDesk(app);
    made(await saveDefinition(app, newObject('Town', TOWN)));
    const shop = newObject('Shop', SHOP, { rules: [OLD_SHOPS_ARE_LARGE] });
    const list = { columns: ['name', 'size'], filters: [], sort: [] };
    made(await saveDefinition(app, { ...shop, layouts: { ...shop.layouts, list } }));
    const shops: FieldDefinition = {
      ...plain('shops', 'rollup'),
      config: { rollup: { objectApiName: 'Shop', fields: ['town'], function: 'count' } },
    };
    made(await saveDefinition(app, newObject('Town', [...TOWN, shops])));
    await app.services.formulas.jobs.fill();
    return desk;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Writes many shops in a few statements; their ids in order. */
  async shops(all: readonly RecordValues[]): Promise<string[]> {
    const { writer, now } = this.app.services;
    const context = { actor: '1', roles: ['staff'], origin: 'sample', now: now() };
    const ids: string[] = [];
    for (let at = 0; at < all.length; at += 500) {
      const rows = all.slice(at, at + 500).map((values) => ({ key: `k${(this.#keys += 1)}`, values }));
      for (const outcome of await writer.writeMany('Shop', 'test', rows, context)) {
        if (outcome.status === 'rejected') throw new Error(JSON.stringify(outcome.problems));
        ids.push(outcome.id);
      }
    }
    return ids;
  }

  async create(apiName: string, values: object): Promise<string> {
    const body = { clientKey: `bulk-desk-${(this.#keys += 1)}`, values };
    return made(await this.app.post<{ record: { id: string } }>('staff', `${DATA}/${apiName}`, body)).record.id;
  }

  async change(id: string, values: object): Promise<void> {
    const { version } = await this.read('Shop', id);
    made(await this.app.post('staff', `${DATA}/Shop/${id}`, { version, values }));
  }

  async read(apiName: string, id: string): Promise<Record<string, unknown>> {
    return made(await this.app.get<{ record: Record<string, unknown> }>('staff', `${DATA}/${apiName}/${id}`)).record;
  }

  /** Asks for a change of shops; the answer at once, before anything was looked at. */
  ask(changes: readonly BulkChange[], which: Partial<BulkOrder> = {}, who: Who = 'staff'): Promise<Answer<BulkEdit>> {
    const clientKey = `bulk-order-${(this.#keys += 1)}`;
    const order = { clientKey, objectApiName: 'Shop', task: 'edit', changes, reason: '统一口径', ...which };
    return this.app.post<BulkEdit>(who, BULK, order);
  }

  /** The preview of a change of shops. */
  async preview(changes: readonly BulkChange[], which: Partial<BulkOrder> = {}): Promise<BulkEdit> {
    return this.settled(made(await this.ask(changes, which)).id);
  }

  /** Confirms a preview and waits for its end. */
  async run({ id, preview }: BulkEdit): Promise<BulkEdit> {
    made(await this.app.post('staff', `${BULK}/${id}/run`, { count: preview?.changing }));
    return this.settled(id);
  }

  async undo(id: string): Promise<BulkEdit> {
    made(await this.app.post('staff', `${BULK}/${id}/undo`, { reason: '改错了' }));
    return this.settled(id);
  }

  confirm(id: string, body: object = {}): Promise<Answer<BulkEdit>> {
    return this.app.post<BulkEdit>('staff', `${BULK}/${id}/run`, body);
  }

  cancel(id: string, who: Who = 'staff'): Promise<Answer<BulkEdit>> {
    return this.app.post<BulkEdit>(who, `${BULK}/${id}/cancel`, {});
  }

  /** The work when it neither waits nor is worked on. */
  async settled(id: string): Promise<BulkEdit> {
    for (;;) {
      const bulk = made(await this.app.get<BulkEdit>('staff', `${BULK}/${id}`));
      if (!AT_WORK.has(bulk.state)) return bulk;
    }
  }

  /** Rows of a list as staff see them. */
  async list(objectApiName: string, query: object = {}): Promise<ListReply['list']> {
    const body = { objectApiName, pageSize: 100, ...query };
    return made(await this.app.post<ListReply>('staff', `${DATA}/getLayoutAndDataList`, body)).list;
  }
}
