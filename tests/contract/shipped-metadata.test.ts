import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { OptionSet } from '#schemas/metadata/option-set.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { findOption } from '#generators/field-types/select.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { findField, liveFields } from '#generators/object.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileWithAjv } from '#server/lib/ajv.ts';
import {
  shippedObjectFiles,
  shippedObjects,
  shippedOptionFiles,
  shippedOptionSets,
} from '#tests/support/shipped-metadata.ts';

const files = shippedObjectFiles();
const sets = shippedOptionSets();
const objects = shippedObjects();
const named = [...objects.values()].map((object) => [object.apiName, object] as const);

const INSIGHT = [
  'InsightCompany',
  'InsightProject',
  'InsightOrg',
  'InsightInvestor',
  'InsightFund',
  'InsightFundManager',
  'InsightIndustrial',
  'InsightIndustryLabel',
  'InsightTransaction',
  'InsightNews',
];
const FORMS = ['CompanyCreate', 'FinancingRequest', 'InvestorAuth', 'WorkRecord', 'EducationRecord', 'AwardRecord'];

// Attributes that every type of field has, whether its file names them or not.
const EVERYWHERE = new Set(['apiName', 'type', 'label', 'removed', 'help', 'width', 'visibleTo', 'selectOptions']);

test('the ten insight objects and the six form objects ship, each in the file of its name', () => {
  expect([...objects.keys()].toSorted()).toEqual([...INSIGHT, ...FORMS].toSorted());
  for (const { file, value } of files) expect(file).toBe(`${value.apiName}.json`);
  for (const { file, value } of shippedOptionFiles()) expect(file).toBe(`${value.name}.json`);
});

test('the eight lists have the routes of the specification and no two share one', () => {
  const routes = named.flatMap(([, { route }]) => (route === undefined ? [] : [route]));
  expect(routes.toSorted()).toEqual([
    '/data/InsightCompany',
    '/data/InsightFund',
    '/data/InsightFundManager',
    '/data/InsightIndustrial',
    '/data/InsightIndustryLabel',
    '/data/institution',
    '/data/news',
    '/data/transaction',
  ]);
});

test('details open to whom the specification says, and everybody writes only what is theirs', () => {
  const detail = Object.fromEntries(named.map(([name, { access }]) => [name, access.detail]));
  expect(detail).toMatchObject({
    InsightCompany: 'investorOrSvip',
    InsightProject: 'investorOrSvip',
    InsightOrg: 'svip',
    InsightFund: 'svip',
    InsightInvestor: 'svip',
    InsightIndustrial: 'svip',
    InsightIndustryLabel: 'svip',
    InsightNews: 'everyone',
  });
  for (const name of INSIGHT)
    expect(objects.get(name)?.access).toMatchObject({ list: 'member', create: 'staff', edit: 'staff' });
  for (const name of FORMS) {
    expect(objects.get(name)?.access).toEqual({ list: 'owner', detail: 'owner', create: 'member', edit: 'owner' });
  }
});

describe.each(named)('%s', (_, object) => {
  const isField = (name: string) => findField(object, name) !== undefined;
  const unknown = (names: readonly (string | undefined)[], owner = object) =>
    names.filter((name) => name !== undefined && findField(owner, name) === undefined);

  test('is written in the metadata language', () => {
    expect([
      ...Value.Errors(ObjectDefinition, files.find(({ value }) => value.apiName === object.apiName)?.value),
    ]).toEqual([]);
  });

  test('has no two fields of one name and none with a reserved one', () => {
    const names = object.fields.map(({ apiName }) => apiName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => RESERVED_FIELD_NAMES.has(name))).toEqual([]);
  });

  test('is named by a required text field that keywords find', () => {
    expect(findField(object, object.nameField)).toMatchObject({
      type: 'text',
      required: true,
      config: { searchable: true },
    });
  });

  test('gives each field only attributes that mean something for its type', () => {
    const strange = liveFields(object).flatMap((field) => {
      const { config = {}, ...own } = field;
      const allowed = new Set([...EVERYWHERE, ...fieldType(field).attributes]);
      return [...Object.keys(own), ...Object.keys(config)]
        .filter((key) => !allowed.has(key))
        .map((key) => `${field.apiName}.${key}`);
    });
    expect(strange).toEqual([]);
  });

  test('names option sets, objects and dates that exist', () => {
    const lost = liveFields(object).filter(({ type, targetApiName, selectOptions, config }) => {
      if (config?.rateDateField !== undefined && findField(object, config.rateDateField)?.type !== 'date') return true;
      if (targetApiName !== undefined && !objects.has(targetApiName)) return true;
      if ((type === 'reference' || type === 'multiReference') && targetApiName === undefined) return true;
      const choice =
        type === 'select' || type === 'multiSelect' || type === 'treeSelect' || config?.bandOptionSet !== undefined;
      return choice && (selectOptions ?? []).length === 0;
    });
    expect(lost.map(({ apiName }) => apiName)).toEqual([]);
  });

  test('takes tree fields from trees', () => {
    const flat = liveFields(object).filter(
      ({ type, config }) => type === 'treeSelect' && sets.get(config?.optionSet ?? '')?.kind !== 'tree',
    );
    expect(flat).toEqual([]);
  });

  test('lays out only fields that it has', () => {
    const { list, detail, form } = object.layouts;
    const { logo, subtitle, tags = [], highlights = [] } = detail;
    const sections = [...detail.sections, ...form.sections].flatMap(({ fields }) => fields);
    const sorted = list.sort.map(({ field }) => field);
    expect(
      unknown([...list.columns, ...list.filters, ...sorted, logo, subtitle, ...tags, ...highlights, ...sections]),
    ).toEqual([]);
  });

  test('shows every field on the detail page once', () => {
    const shown = object.layouts.detail.sections.flatMap(({ fields }) => fields);
    expect(new Set(shown).size).toBe(shown.length);
    const everything = [...shown, object.layouts.detail.logo].filter((name) => name !== undefined);
    expect(everything.toSorted()).toEqual(
      liveFields(object)
        .map(({ apiName }) => apiName)
        .toSorted(),
    );
  });

  test('asks in the form for what is required and for no formula', () => {
    const asked = object.layouts.form.sections.flatMap(({ fields }) => fields);
    expect(new Set(asked).size).toBe(asked.length);
    const required = liveFields(object)
      .filter((field) => field.required)
      .map(({ apiName }) => apiName);
    expect(required.filter((name) => !asked.includes(name))).toEqual([]);
    expect(asked.filter((name) => findField(object, name)?.type === 'formula')).toEqual([]);
  });

  test('orders its list by fields that lists can be ordered by quickly', () => {
    const slow = object.layouts.list.sort.filter(({ field }) => {
      const found = findField(object, field) as FieldDefinition;
      return (
        fieldType(found).sortColumn(found) === null || (object.route !== undefined && found.config?.sortable !== true)
      );
    });
    expect(slow).toEqual([]);
  });

  test('lists related records through fields that point back here', () => {
    const broken = object.layouts.detail.related.filter(({ objectApiName, fields, columns = [], sort = [] }) => {
      const other = objects.get(objectApiName);
      if (!other) return true;
      const back = fields.every((name) => findField(other, name)?.targetApiName === object.apiName);
      return !back || unknown([...columns, ...sort.map(({ field }) => field)], other).length > 0;
    });
    expect(broken).toEqual([]);
  });

  test('has rules that two CEL checkers accept, without rings, and each assertion says what is wrong', () => {
    expect(checkRules(object)).toEqual([]);
    expect(object.rules.filter(({ target }) => !isField(target))).toEqual([]);
    const mute = object.rules.filter(
      ({ kind, message }) => (kind === 'assert' || kind === 'options') && message === undefined,
    );
    expect(mute).toEqual([]);
  });

  test('becomes a JSON Schema that ajv compiles', () => {
    expect(() => compileWithAjv(recordSchema(object))).not.toThrow();
  });
});

test('insight records need nothing but a name, so that imports keep incomplete ones', () => {
  for (const name of INSIGHT) {
    const object = objects.get(name);
    const required = object?.fields.filter((field) => field.required).map(({ apiName }) => apiName);
    expect(required).toEqual([object?.nameField]);
  }
});

test('a one-time repayment may only have the cycle “全部”', () => {
  expect(objects.get('FinancingRequest')?.rules).toContainEqual(
    expect.objectContaining({
      kind: 'options',
      target: 'repaymentCycle',
      message: '还款方式为一次性时，还款周期只能为“全部”',
    }),
  );
});

describe.each([...sets.values()].map((set) => [set.name, set] as const))('option set %s', (_, set) => {
  test('is written in the metadata language', () => {
    expect([...Value.Errors(OptionSet, set)]).toEqual([]);
  });

  test('means one option by every word', () => {
    const owners = new Map<string, string>();
    const doubtful: string[] = [];
    for (const { value, label, aliases = [] } of set.options) {
      for (const word of new Set([value, label, ...aliases].map((text) => text.toLowerCase()))) {
        if (owners.has(word)) doubtful.push(`${word}: ${owners.get(word)}, ${value}`);
        owners.set(word, value);
      }
    }
    expect(doubtful).toEqual([]);
  });

  test('has branches above its leaves, each of which exists, and none in a plain list', () => {
    const values = new Set(set.options.map(({ value }) => value));
    const parents = set.options.flatMap(({ parent }) => (parent === undefined ? [] : [parent]));
    expect(parents.filter((parent) => !values.has(parent))).toEqual([]);
    expect(parents.length > 0).toBe(set.kind === 'tree');
  });
});

test('rounds are known by the names that other sources give them', () => {
  const options = sets.get('round')?.options ?? [];
  const meant = (word: string) => findOption(word, options)?.value;
  expect(
    ['series-a', 'Series B', 'angel', 'seed', '战略融资', '已上市', 'F轮-上市前', 'crowdfunding'].map(meant),
  ).toEqual(['A轮', 'B轮', '天使轮', '种子轮', '战略投资', 'IPO上市', 'Pre-IPO', '股权众筹']);
});

test('industries are 36 branches with leaves below them', () => {
  const options = sets.get('industry')?.options ?? [];
  expect(options.filter(({ parent }) => parent === undefined)).toHaveLength(36);
  expect(options.length).toBeGreaterThan(200);
});
