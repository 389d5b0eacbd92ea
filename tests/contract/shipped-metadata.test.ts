import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { RESERVED_FIELD_NAMES } from '#schemas/metadata/names.ts';
import { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { recordSchema } from '#generators/json-schema.ts';
import { findField, liveFields } from '#generators/object.ts';
import { detailProblems } from '#server/core/catalog/detail-check.ts';
import { checkRules } from '#shared/rules/check-rules.ts';
import { compileWithAjv } from '#server/core/catalog/ajv.ts';
import {
  shippedObjectFiles,
  shippedObjects,
  shippedOptionFiles,
  shippedOptionSets,
} from '#tests/support/metadata/shipped-metadata.ts';

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
  'ResearchReport',
];
const FORMS = ['FinancingRequest', 'WorkRecord', 'EducationRecord', 'AwardRecord'];
/** Handed in to be decided on: written by a submission and by staff, so that nothing changes behind a decision. */
const CERTIFICATIONS = ['CompanyClaim', 'CompanyCreate', 'InvestorAuth', 'ServiceOrgAuth'];

/** What the product itself sells: staff keep it, no other user lists it. */
const SOLD = ['Product'];
/** What the help center shows: written by staff, read by way of the help center alone. */
const HELP = ['HelpArticle', 'HelpFeedback', 'GlossaryTerm'];
/** What the first page is made of: staff arrange it. */
const HOME = ['HomeBlock', 'HomeStep'];
/** How much each kind of account may read, and what is done by itself: set by staff. */
const SET_BY_STAFF = ['RowBudget', 'Automation'];
/** One record for each account, made by the personal center and edited by its owner. */
const PERSONAL = ['UserFocus'];
/** What an investor looks for: several of each account, kept by its owner; and what a founder asks with, which is not kept. */
const LOOKED_FOR = ['InvestmentMandate', 'FinancingDraft'];
/** Its answers are asked with and never kept, so that no name is asked for. */
const NEVER_KEPT = new Set(['FinancingDraft']);

// Attributes that every type of field has, whether its file names them or not.
const EVERYWHERE = new Set([
  'apiName',
  'type',
  'label',
  'shortLabel',
  'removed',
  'help',
  'width',
  'visibleTo',
  'limits',
  'selectOptions',
  'levels',
  'importance',
  'staleAfter',
  'formerNames',
  'ownerEdits',
  'synonyms',
  'askRank',
  'askByName',
]);

test('the eleven insight objects, the four form objects, the four certifications, the products, the team members, what people follow and what they look for ship, each in the file of its name', () => {
  expect([...objects.keys()].toSorted()).toEqual(
    [
      ...INSIGHT,
      ...FORMS,
      ...CERTIFICATIONS,
      ...SOLD,
      ...HELP,
      ...HOME,
      ...SET_BY_STAFF,
      ...PERSONAL,
      ...LOOKED_FOR,
      'TeamMember',
    ].toSorted(),
  );
  for (const { file, value } of files) expect(file).toBe(`${value.apiName}.json`);
  for (const { file, value } of shippedOptionFiles()) expect(file).toBe(`${value.name}.json`);
});

test('the eleven lists have the routes of the specification beside the staff’s products and help, and no two share one', () => {
  const routes = named.flatMap(([, { route }]) => (route === undefined ? [] : [route]));
  expect(routes.toSorted()).toEqual([
    '/InvestmentFinancing/invest',
    '/InvestmentFinancing/project',
    '/data/Automation',
    '/data/GlossaryTerm',
    '/data/HelpArticle',
    '/data/HelpFeedback',
    '/data/HomeBlock',
    '/data/HomeStep',
    '/data/InsightCompany',
    '/data/InsightFund',
    '/data/InsightFundManager',
    '/data/InsightIndustrial',
    '/data/InsightIndustryLabel',
    '/data/Product',
    '/data/RowBudget',
    '/data/institution',
    '/data/news',
    '/data/report',
    '/data/transaction',
  ]);
});

test('details open to whom the specification says, and every user writes only their own', () => {
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
    ResearchReport: 'everyone',
  });
  for (const name of INSIGHT)
    expect(objects.get(name)?.access).toMatchObject({ list: 'member', create: 'staff', edit: 'staff' });
  const audited = { list: 'owner', detail: 'owner', duties: ['audit'] };
  for (const name of FORMS) expect(objects.get(name)?.access).toEqual({ ...audited, create: 'member', edit: 'owner' });
  for (const name of PERSONAL)
    expect(objects.get(name)?.access).toEqual({ ...audited, create: 'staff', edit: 'owner' });
  const kept = { list: 'staff', detail: 'staff', create: 'staff', edit: 'staff' };
  for (const name of SOLD) expect(objects.get(name)?.access).toEqual({ ...kept, duties: ['money'] });
  for (const name of HELP) expect(objects.get(name)?.access).toEqual(kept);
  for (const name of CERTIFICATIONS)
    expect(objects.get(name)?.access).toEqual({ ...audited, create: 'staff', edit: 'staff' });
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
    const found = { required: true, config: { searchable: true } };
    expect(findField(object, object.nameField)).toMatchObject({
      type: 'text',
      ...(!NEVER_KEPT.has(object.apiName) && found),
    });
  });

  test('gives each field only attributes that mean something for its type', () => {
    // What a counted field takes over from its source is written there.
    const written = files.find(({ value }) => value.apiName === object.apiName)?.value ?? object;
    const strange = liveFields(written).flatMap((field) => {
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

  test('shows every field that is not for staff alone on the detail page once, and the album on a page of its own', () => {
    const album = liveFields(object).filter(({ config }) => config?.album === true);
    const inAlbum = new Set(album.flatMap(({ apiName, config }) => [apiName, config?.captionField]));
    const shown = object.layouts.detail.sections.flatMap(({ fields }) => fields);
    expect(new Set(shown).size).toBe(shown.length);
    const everything = [...shown, object.layouts.detail.logo].filter((name) => name !== undefined);
    expect(everything.toSorted()).toEqual(
      liveFields(object)
        .filter(({ config }) => config?.visibleTo?.every((role) => role === 'staff') !== true)
        .filter(({ apiName }) => !inAlbum.has(apiName))
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

  test('names in its related lists and charts only what is there and fits', () => {
    expect(detailProblems(object, (apiName) => objects.get(apiName))).toEqual([]);
    const { related, charts = [] } = object.layouts.detail;
    const over = [...related, ...charts].flatMap(({ through }) => through ?? []);
    const named = [
      ...related.map(({ objectApiName, fields = [], columns = [] }) => ({
        objectApiName,
        names: [...fields, ...columns],
      })),
      ...charts.map(({ objectApiName, fields = [] }) => ({ objectApiName, names: fields })),
      ...over.map(({ objectApiName, from, to }) => ({ objectApiName, names: [...from, ...to] })),
    ];
    const gone = named.filter(({ objectApiName, names }) => {
      const other = objects.get(objectApiName);
      return !other || unknown(names, other).length > 0;
    });
    expect(gone).toEqual([]);
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
