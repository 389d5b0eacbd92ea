import type { Member } from '#shared/policy/actor.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import type { Services } from '#server/services.ts';
import type { PageQuery } from '#server/core/lists/list-plan.ts';
import type { ReadableObject, ReadScope } from '#server/core/lists/readable-object.ts';
import { rowsFor, valuesFor } from '#server/core/lists/rows-of.ts';
import { everything, readable } from '#tests/support/records/readable-sample.ts';
import { withCompanies } from './million-companies.ts';
import type { Row } from './row.ts';

const OBJECT = 'InsightCompany';
const ROUNDS = 31;
const READER: Member = { id: '1', name: '', roles: [], vipType: 0 };

interface Reader {
  readonly object: ReadableObject;
  readonly scope: ReadScope;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** A user who sees the companies that were founded after a day, and one amount of them alone. */
function limitedTo(services: Services, after: string): Reader {
  const whole = services.catalog.object(OBJECT);
  const dated = whole.fields.find((field) => valueKind(field) === 'date');
  const money = whole.fields.find((field) => valueKind(field) === 'money');
  const limits = [{ filter: { field: dated?.apiName, op: 'after', value: after } }];
  const fields = whole.fields.map((field) =>
    field === money ? { ...field, config: { ...field.config, limits } } : field,
  );
  const definition = {
    ...whole.definition,
    fields,
    access: { ...whole.definition.access, limits },
  } as ObjectDefinition;
  const { searchFilled, commonGrams } = whole;
  const object: ReadableObject = { ...readable(definition), searchFilled, commonGrams };
  const isMoney = (apiName: string) => apiName === money?.apiName;
  const scope = {
    readable: ({ apiName }: { readonly apiName: string }) => !isMoney(apiName),
    rowsOf: rowsFor(READER),
    valuesOf: valuesFor(READER),
    today: everything.today,
  };
  return { object, scope };
}

type Read = (reader: Reader) => Promise<unknown>;

async function measure(services: Services): Promise<Row[]> {
  const { reader } = services;
  const object = services.catalog.object(OBJECT);
  const seesAll: Reader = { object, scope: everything };
  const page =
    (query: PageQuery): Read =>
    (one) =>
      reader.listJson(one.object, query, one.scope);
  const reads: readonly (readonly [name: string, read: Read])[] = [
    ['a page of the list', page({})],
    ['a page found by a keyword', page({ keyword: '科技' })],
    ['a count', (one) => reader.count(one.object, {}, one.scope)],
    ['a record', (one) => reader.read(one.object, '500000', one.scope)],
  ];
  const rows: Row[] = [];
  for (const [share, after] of [
    ['half', '2015-06-30'],
    ['few', '2024-12-01'],
  ] as const) {
    const limited = limitedTo(services, after);
    for (const [name, read] of reads) {
      const times = { all: [] as number[], limited: [] as number[] };
      const timed = async (of: Reader) => {
        const began = performance.now();
        await read(of);
        return performance.now() - began;
      };
      await Promise.all([timed(seesAll), timed(limited)]);
      // In turn, so that what else the machine does weighs on both alike.
      for (let round = 0; round < ROUNDS; round += 1) {
        times.all.push(await timed(seesAll));
        times.limited.push(await timed(limited));
      }
      const [all, some] = [median(times.all), median(times.limited)];
      rows.push({
        name: `${name} of 1,000,000 companies for a user who sees ${share} of them`,
        ours: `${some.toFixed(1)} ms`,
        limit: `${all.toFixed(1)} ms for a user who sees all`,
        ratio: `${(some / all).toFixed(2)} ×`,
        target: '≤ 2 × or 40 ms',
        met: some <= 2 * all || some <= 40,
      });
    }
  }
  return rows;
}

/** Measures reads by users who see some records alone; no rows where there is no PostgreSQL. */
export const run = (): Promise<Row[]> => withCompanies(measure);
