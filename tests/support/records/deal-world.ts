import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { made, newObject, saveDefinition, savedDefinition } from '#tests/support/editing.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const text = (apiName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  apiName,
  type: 'text',
  label: apiName,
  ...more,
});
const link = (apiName: string, targetApiName: string, type: 'reference' | 'multiReference' = 'multiReference') =>
  text(apiName, { type, targetApiName });

const FIRM: readonly FieldDefinition[] = [
  text('name'),
  text('industry', { type: 'treeSelect', config: { optionSet: 'industry' } }),
  text('words', { type: 'textList' }),
  link('friends', 'Fund'),
];
const STAGES = ['早期', '成长期'].map((value) => ({ value, label: value }));
const DEAL: readonly FieldDefinition[] = [
  text('title'),
  link('firm', 'Firm', 'reference'),
  link('leads', 'Fund'),
  link('follows', 'Fund'),
  text('on', { type: 'date', config: { partial: true } }),
  text('money', { type: 'currency', config: { rateDateField: 'on', bandOptionSet: 'amountBand' } }),
  text('stage', { type: 'select', selectOptions: STAGES }),
];

/** Firms, funds and the deals between them, in an app of a test's own. */
export interface DealWorld {
  readonly app: TestApp;
  /** Creates a record and gives its id. */
  readonly create: (object: string, values: object, who?: Who) => Promise<string>;
  /** Gives an object the detail layout that a test is about. */
  readonly layOut: (object: string, detail: Partial<ObjectDefinition['layouts']['detail']>) => Promise<void>;
}

/** Opens an app with the objects Fund, Firm and Deal, and no records. */
export async function openDealWorld(): Promise<DealWorld> {
  const app = await openTestApp();
  const save = async (apiName: string, fields: readonly FieldDefinition[]) =>
    made(await saveDefinition(app, newObject(apiName, fields)));
  await save('Fund', [text('name')]);
  await save('Firm', FIRM);
  await save('Deal', DEAL);
  const rates = [{ currency: 'USD', day: '2000-01-01', cny: '7.00' }];
  await app.store.database.db.insertInto('exchange_rate').values(rates).execute();
  let created = 0;
  return {
    app,
    create: async (object, values, who = 'staff') => {
      const clientKey = `record-${(created += 1)}-of-the-world`;
      return made(await app.post<RecordReply>(who, `/api/metadata/data/${object}`, { clientKey, values })).record.id;
    },
    layOut: async (object, detail) => {
      const saved = savedDefinition(app, object);
      const layouts = { ...saved.layouts, detail: { ...saved.layouts.detail, ...detail } };
      made(await saveDefinition(app, { ...saved, layouts }));
    },
  };
}

/** Links to records by their ids. */
export const to = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
