import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUTIES, type Duty } from '#schemas/metadata/duty.ts';
import type { ListReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { isLinking, valueType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import { understand } from '#shared/assistant/understand.ts';
import { type AskableObject, vocabularyOf } from '#shared/assistant/vocabulary.ts';
import type { Actor } from '#shared/policy/actor.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { Assistant } from '#server/features/jingchat/service.ts';
import { isNumeric } from '#shared/assistant/field-facts.ts';
import { openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';
import {
  answering,
  boundBy,
  fieldsOfPlan,
  joinedPlans,
  linkedBy,
  plansOf,
  slicesOf,
  type Way,
  WAYS,
} from '#tests/support/assistant/ways.ts';

const TODAY = '2026-11-21';
const MEMBER: Actor = { id: '1', name: '', roles: [], vipType: 0 };
type Asker = Exclude<Who, Duty>;
const ROLES: Readonly<Record<Asker, Actor>> = {
  visitor: { ...MEMBER, id: null },
  member: MEMBER,
  founder: { ...MEMBER, roles: ['START_UP'] },
  investor: { ...MEMBER, roles: ['ORG_INVESTOR'] },
  organisation: { ...MEMBER, roles: ['FA'] },
  svip: { ...MEMBER, vipType: 3 },
  staff: { ...MEMBER, roles: ['staff'], duties: DUTIES },
};
const WHOS = Object.keys(ROLES) as Asker[];

let app: TestApp;
let assistant: Assistant;
beforeAll(async () => {
  app = await openTestApp();
  assistant = new Assistant(app.services, () => 0);
});
afterAll(() => app.close());

const objects = (): CatalogObject[] => app.services.catalog.storedObjects.filter(({ isSystem }) => !isSystem);
/** Where each user has a list of their own, it is no data to ask about. */
const isShared = ({ definition }: CatalogObject, who: Asker): boolean =>
  definition.access.list !== 'owner' || who === 'staff';

const lists = new Map<string, Promise<string[]>>();
/** The fields that the list route gives a role; none where it is closed. */
function listed(who: Asker, object: CatalogObject): Promise<string[]> {
  const key = `${who} ${object.apiName}`;
  const known = lists.get(key) ?? fieldsOfList(who, object);
  lists.set(key, known);
  return known;
}

async function fieldsOfList(who: Asker, object: CatalogObject): Promise<string[]> {
  if (!isShared(object, who)) return [];
  const body = { objectApiName: object.apiName };
  const { status, data } = await app.post<ListReply>(who, '/api/metadata/data/getLayoutAndDataList', body);
  return status === 200 ? (data.layout?.fields ?? []).map(({ apiName }) => apiName).toSorted() : [];
}

/** Does the list route let a role ask for all of these at once? */
async function lets(who: Asker, { apiName }: CatalogObject, plans: readonly Plan[]): Promise<boolean> {
  const send = async (path: string, body: object) => {
    const reply = await app.post(who, `/api/metadata/data/${path}`, { objectApiName: apiName, ...body });
    return reply.status === 200;
  };
  const filters = plans.flatMap(({ filter }) => filter ?? []);
  const sort = plans.flatMap((plan) => plan.sort ?? []);
  const groups = plans.flatMap(({ group }) => (group ? [{ field: group.by, op: 'notEmpty' }] : []));
  const summed = plans.flatMap(({ measures = [] }) => measures.flatMap(({ field }) => field ?? []));
  const conditions = [...filters, ...groups];
  return (
    (summed.length === 0 || (await send('totals', { fields: summed }))) &&
    (await send('getLayoutAndDataList', {
      pageSize: 1,
      ...(conditions.length > 0 && { filter: { and: conditions } }),
      ...(sort.length > 0 && { sort }),
    }))
  );
}

/** The fields that the list route lets a role use in one way. */
async function allowed(
  who: Asker,
  object: CatalogObject,
  way: Way,
  fields: readonly FieldDefinition[],
  seen: ReadonlySet<string>,
) {
  const found = new Set<string>();
  const plan = (field: FieldDefinition) => way.plan(field, object.apiName);
  if (!isShared(object, who)) return found;
  for (const slice of slicesOf(fields, seen)) {
    const isAll = await lets(who, object, slice.map(plan));
    for (const field of slice)
      if (isAll || (slice.length > 1 && (await lets(who, object, [plan(field)])))) found.add(field.apiName);
  }
  return found;
}

const runs = (plan: Plan, who: Asker): Promise<boolean> =>
  assistant.run(plan, ROLES[who]).then(
    (result) =>
      !plan.select || (result.kind === 'records' && plan.select.every((name) => result.fields.includes(name))),
    () => false,
  );

/** The fields that the assistant reads for a role in one way: those that it should at once, and each of the others alone. */
async function readBy(
  who: Asker,
  object: CatalogObject,
  way: Way,
  fields: readonly FieldDefinition[],
  open: ReadonlySet<string>,
) {
  const found = new Set<string>();
  const plan = (field: FieldDefinition) => way.plan(field, object.apiName);
  for (const slice of slicesOf(fields, open)) {
    const all = slice.length > 1 ? joinedPlans(slice.map(plan)) : undefined;
    const isAll = all !== undefined && (await runs(all, who));
    for (const field of slice) if (isAll || (await runs(plan(field), who))) found.add(field.apiName);
  }
  return found;
}

/**
 * Words that are read as something else: an option too (投资期 is a state of a fund, and how long it lasts), or the name that
 * each record has.
 */
const isElse = ({ apiName, label }: FieldDefinition, { fields, nameField }: AskableObject): boolean =>
  apiName === nameField ||
  fields.some(({ selectOptions = [] }) =>
    selectOptions.some((option) => option.label === label || option.aliases?.includes(label)),
  );

/** Ways of one object that come to something else than its list allows. */
async function differing(who: Asker, object: CatalogObject, own: AskableObject | undefined): Promise<string[]> {
  const found: string[] = [];
  const isUsed = own && answering(own, TODAY);
  const seen = new Set(own?.fields.map(({ apiName }) => apiName));
  for (const way of WAYS) {
    const fields = object.fields.filter(way.fits);
    const open = way.isSeen ? seen : await allowed(who, object, way, fields, seen);
    const read = await readBy(who, object, way, fields, open);
    for (const field of fields) {
      const may = open.has(field.apiName);
      const question = way.question(field, object.definition.label);
      const isAnswered = own && isUsed && !isElse(field, own) ? isUsed(question, field) : may;
      if (isAnswered !== may) found.push(`“${question}” is ${isAnswered ? 'answered' : 'not answered'}`);
      if (read.has(field.apiName) !== may)
        found.push(`${object.apiName}.${field.apiName} ${way.name} is ${may ? 'refused' : 'read'}`);
    }
  }
  return found;
}

/** Words of users who were asked already: the same questions come to the same for all who have them. */
const asked = new Set<string>();

describe.each(WHOS)('%s', (who) => {
  const askable = () => assistant.askable(ROLES[who]);

  test('may ask about the objects and fields of the lists that are open to this user, and about no others', async () => {
    for (const object of objects()) {
      const asked = (askable().get(object.apiName)?.fields ?? []).map(({ apiName }) => apiName).toSorted();
      expect([object.apiName, asked]).toEqual([object.apiName, await listed(who, object)]);
    }
  });

  test('is answered in each way in which the list lets this user use a field, and in no other', async () => {
    const found: string[] = [];
    for (const object of objects()) found.push(...(await differing(who, object, askable().get(object.apiName))));
    expect(found).toEqual([]);
  });

  test('reads linked records, and groups within a bound, no further than the lists of both', async () => {
    const found: string[] = [];
    const open = new Map<string, ReadonlySet<string>>();
    for (const object of objects()) open.set(object.apiName, new Set(await listed(who, object)));
    for (const object of objects()) {
      const { apiName, fields } = object;
      const isOpen = (field: FieldDefinition) => open.get(apiName)?.has(field.apiName) === true;
      const by = fields.find((field) => valueType(field).options !== undefined && isOpen(field));
      for (const field of by ? fields.filter(isNumeric) : [])
        if (by && (await runs(boundBy(field, apiName, by), who)) !== isOpen(field))
          found.push(`${apiName}.${field.apiName} is a bound`);
      const links = objects().flatMap((pointing) =>
        pointing.fields
          .filter((link) => isLinking(link) && link.targetApiName === apiName)
          .map((link) => ({ pointing: pointing.apiName, link })),
      );
      for (const [at, { pointing, link }] of links.entries())
        for (const field of at === 0 ? fields : fields.slice(-2)) {
          const may = isOpen(field) && open.get(pointing)?.has(link.apiName) === true;
          if ((await runs(linkedBy(field, apiName, link, pointing), who)) !== may)
            found.push(`${pointing}.${link.apiName} to ${apiName}.${field.apiName}`);
        }
    }
    expect(found).toEqual([]);
  });

  test('learns a field that is closed from no question, whatever else is open', () => {
    const vocabulary = vocabularyOf([...askable().values()]);
    const words = JSON.stringify([...vocabulary.meanings.keys()]);
    if (asked.has(words)) return;
    asked.add(words);
    const told: string[] = [];
    for (const { apiName, definition, fields } of objects()) {
      const seen = new Set(
        askable()
          .get(apiName)
          ?.fields.map((field) => field.apiName),
      );
      for (const field of fields.filter((one) => !seen.has(one.apiName)))
        for (const way of WAYS.filter(({ fits, isSeen, isOfNumbers }) => fits(field) && (isSeen ?? isOfNumbers))) {
          const plans = plansOf(understand(way.question(field, definition.label), vocabulary, [], TODAY));
          if (plans.some((plan) => fieldsOfPlan(plan).has(`${apiName}.${field.apiName}`))) told.push(field.label);
        }
    }
    expect(told).toEqual([]);
  });
});

const ABSENT = '饕餮饕餮饕';
/** A reading with another unknown word in it. */
const without = (reading: Reading, word: string): unknown =>
  JSON.parse(JSON.stringify(reading).replaceAll(ABSENT, word));

/** Texts that no label and no record has. */
const RARE = [...'鼋鼍鼐鼒鼗鼙鼢鼬鼯鼷龃龅'];
const rare = (at: number): string =>
  `饕餮${[at / RARE.length ** 2, at / RARE.length, at].map((place) => RARE[Math.floor(place) % RARE.length]).join('')}`;

const isPlainText = (field: FieldDefinition): boolean =>
  valueType(field).freeText === 'line' && valueType(field).kind === 'text' && !isSealed(field);

describe('a value of a field', () => {
  test('is a word of the questions of those who may list the field; to all others it is as if no record had it', async () => {
    const { db } = app.services.database;
    const found: string[] = [];
    let count = 0;
    const given = objects().map((object) => {
      const texts = object.fields.filter(isPlainText).map((field) => ({ field, value: rare((count += 1)) }));
      return { object, texts };
    });
    for (const { object, texts } of given) {
      const values = Object.fromEntries(texts.map(({ field, value }) => [field.apiName, value])) as never;
      await db
        .insertInto(object.table as 'account')
        .values(values)
        .execute();
    }
    // The change log says nothing of what was put into the tables past the product: only a new process finds it.
    const reader = new Assistant(app.services, () => 0);
    for (const { object, texts } of given) {
      const { apiName, definition } = object;
      for (const who of ['member', 'investor', 'staff'] as const) {
        const own = reader.askable(ROLES[who]).get(apiName);
        const ask = (word: string) => reader.read(`${word}的${definition.label}`, ROLES[who]);
        const absent = await ask(ABSENT);
        for (const { field, value } of own ? texts : []) {
          const may = own?.fields.some((one) => one.apiName === field.apiName) === true;
          const reading = await ask(value);
          const isNamed = plansOf(reading).some((plan) => fieldsOfPlan(plan).has(`${apiName}.${field.apiName}`));
          if (isNamed !== may)
            found.push(`${who}: a value of ${apiName}.${field.apiName} ${may ? 'is unknown' : 'is told'}`);
          if (!may && !isDeepStrictEqual(reading, without(absent, value)))
            found.push(`${who}: ${apiName}.${field.apiName} is refused in another way than what is absent`);
        }
      }
    }
    expect(found).toEqual([]);
  });
});
