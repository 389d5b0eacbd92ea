import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Rollup } from '#schemas/metadata/rollup.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { made, newObject, saveDefinition } from '#tests/support/editing.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { options } from '#tests/support/metadata/sample-object.ts';

const DATA = '/api/metadata/data';

/** A roll-up over deals that name the record as their firm, unless `rollup` says otherwise. */
export const overDeals = (
  apiName: string,
  rollup: Omit<Rollup, 'objectApiName' | 'fields'> & Partial<Pick<Rollup, 'fields'>>,
): FieldDefinition => ({
  apiName,
  type: 'rollup',
  label: apiName,
  config: { sortable: true, rollup: { objectApiName: 'Deal', fields: ['firm'], ...rollup } },
});

export const NEWEST_FIRST: NonNullable<Rollup['orderBy']> = [{ field: 'on', order: 'desc' }];

const plain = (apiName: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}) =>
  ({ apiName, type, label: apiName, ...more }) satisfies FieldDefinition;

export const DEAL_FIELDS: readonly FieldDefinition[] = [
  plain('title', 'text'),
  plain('firm', 'reference', { targetApiName: 'Firm' }),
  plain('leads', 'multiReference', { targetApiName: 'Fund' }),
  plain('follows', 'multiReference', { targetApiName: 'Fund' }),
  plain('round', 'select', { selectOptions: options('A', 'B', 'C') }),
  plain('on', 'date', { config: { partial: true } }),
  plain('amount', 'currency'),
  plain('share', 'percent'),
  plain('staff', 'integer'),
  plain('labels', 'textList'),
  plain('open', 'boolean'),
];

/** Firms, funds that invest in them, and the deals between them; roll-ups of firms and funds as given. */
export class FirmsAndDeals {
  readonly app: TestApp;
  #keys = 0;

  constructor(app: TestApp) {
    this.app = app;
  }

  /** Objects refer to one another, so that those that refer are saved again with their fields. */
  async begin(ofFirms: readonly FieldDefinition[], ofFunds: readonly FieldDefinition[] = []): Promise<void> {
    const own = [plain('name', 'text')];
    for (const apiName of ['Firm', 'Fund']) made(await saveDefinition(this.app, newObject(apiName, own)));
    made(await saveDefinition(this.app, newObject('Deal', DEAL_FIELDS)));
    if (ofFirms.length > 0) made(await saveDefinition(this.app, newObject('Firm', [...own, ...ofFirms])));
    if (ofFunds.length > 0) made(await saveDefinition(this.app, newObject('Fund', [...own, ...ofFunds])));
    await this.app.services.formulas.jobs.fill();
  }

  async create(apiName: string, values: RecordValues | object): Promise<string> {
    const clientKey = `derived-${(this.#keys += 1)}`;
    return made(await this.app.post<RecordReply>('staff', `${DATA}/${apiName}`, { clientKey, values })).record.id;
  }

  async change(apiName: string, id: string, values: object): Promise<void> {
    const { version } = (await this.read(apiName, id)) as { version: number };
    made(await this.app.post('staff', `${DATA}/${apiName}/${id}`, { version, values }));
  }

  async remove(apiName: string, id: string): Promise<void> {
    const { now, writer } = this.app.services;
    await writer.remove(apiName, id, { actor: '1', roles: ['staff'], origin: 'form', now: now() });
  }

  /** A record as staff read it. */
  async read(apiName: string, id: string): Promise<Record<string, unknown>> {
    return made(await this.app.get<RecordReply>('staff', `${DATA}/${apiName}/${id}`)).record;
  }

  drain(): Promise<void> {
    return this.app.services.derived.drain();
  }
}
