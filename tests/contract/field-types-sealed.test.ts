import { describe, expect, test } from 'vitest';
import { FIELD_TYPES, type FieldDefinition, type FieldTypeName } from '#schemas/metadata/field.ts';
import { languageForms } from '#generators/language/language-forms.ts';
import { fieldSchema } from '#generators/json-schema.ts';
import { fieldType, valueType } from '#generators/field-types/registry.ts';
import { plan, storageColumns } from '#generators/storage.ts';
import { Vault } from '#server/db/vault.ts';
import { openValue, sealValue } from '#server/core/records/sealed-values.ts';
import { readDefinition } from '#server/core/catalog/definition-check.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import { prng } from '#tests/support/prng.ts';
import { plausibleValue } from '#tests/support/records/random-records.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { SEALABLE } from '#tests/support/records/sealed-world.ts';

const open = (type: FieldTypeName): FieldDefinition => ({ apiName: 'secret', type, label: '秘密' });
const sealed = (type: FieldTypeName): FieldDefinition => ({ ...open(type), config: { sealed: true } });
const named: FieldDefinition = { apiName: 'name', type: 'text', label: '名称' };
const staff = { id: '1', name: '', roles: ['staff'], vipType: 0 };
const member = { id: '2', name: '', roles: [], vipType: 0 };
const around = { objectNames: new Set<string>(), findObject: () => undefined, optionSets: new Map() };

test('text of every shape can be sealed, and nothing else', () => {
  expect(SEALABLE).toEqual(['text', 'longText', 'url', 'phone', 'email']);
});

describe.each(SEALABLE)('a sealed %s', (type) => {
  test('asks of its values what an open one asks', () => {
    expect(fieldSchema(sealed(type))).toEqual(fieldSchema(open(type)));
    expect(fieldType(sealed(type)).kind).toBe(fieldType(open(type)).kind);
  });

  test('gives the database nothing to look into', () => {
    const kind = fieldType(sealed(type));
    expect(kind.columns(sealed(type))).toEqual([{ name: 'secret', sqlType: 'text' }]);
    expect([valueType(sealed(type)).operators, kind.sortColumn(sealed(type))]).toEqual([[], null]);
  });

  test('comes back from the table as it went in, and from no other record or field', () => {
    const vault = new Vault(Buffer.alloc(32, 1));
    const random = prng(5);
    const kind = fieldType(sealed(type));
    for (let turn = 0; turn < 200; turn += 1) {
      const value = plausibleValue(open(type), random);
      // Shorter ones come up in any text by chance.
      if (typeof value !== 'string' || value.length < 6) continue;
      const [clear] = kind.toColumns(value, sealed(type));
      const place = { objectApiName: 'Sample', field: sealed(type), id: String(turn + 1) };
      const kept = sealValue(vault, place, String(clear));
      expect(kept.includes(value)).toBe(false);
      expect(kind.fromColumns([openValue(vault, place, kept)], sealed(type))).toBe(value);
      expect(() => openValue(vault, { ...place, id: '999' }, kept)).toThrow(Error);
      expect(() => openValue(vault, { ...place, field: named }, kept)).toThrow(Error);
    }
  });

  test('is for its owner and roles that it is opened to; staff open it with a reason', () => {
    const field = sealed(type);
    expect([mayReadField(staff, field), mayReadField(member, field)]).toEqual([false, false]);
    expect([mayReadField(member, field, '2'), mayReadField(member, field, '3')]).toEqual([true, false]);
    const wider = { ...field, config: { sealed: true, visibleTo: ['LP'] } };
    expect(mayReadField({ ...member, roles: ['LP'] }, wider, '3')).toBe(true);
    expect(mayReadField(member, wider, '3')).toBe(false);
  });

  test('is listed for no user', () => {
    const object = new CatalogObject(sampleObject([named, sealed(type)]), new Map());
    for (const actor of [staff, member])
      expect(listableFields(object, actor).some(({ apiName }) => apiName === 'secret')).toBe(false);
  });

  test('is sealed by a step that people see, and keeps its column', () => {
    const [from, to] = [sampleObject([named, open(type)]), sampleObject([named, sealed(type)])];
    expect(plan(from, to)).toEqual([
      expect.objectContaining({ kind: 'sealColumn', target: 'secret', deferred: false }),
    ]);
    expect(plan(to, from)).toEqual([]);
    expect(storageColumns(to).map(({ name }) => name)).toEqual(storageColumns(from).map(({ name }) => name));
  });
});

test.each(FIELD_TYPES.filter((type) => !SEALABLE.includes(type)))('a %s is refused when it is to be sealed', (type) => {
  const more = {
    ...(/select/i.test(type) && { selectOptions: [{ value: 'a', label: '甲' }] }),
    ...(/reference/i.test(type) && { targetApiName: 'Sample' }),
  };
  const config = { sealed: true, ...(type === 'formula' && { expression: "'x'" }) };
  expect(() => readDefinition(sampleObject([named, { ...open(type), ...more, config }]), around)).toThrow(
    '不能加密保存',
  );
});

test('staff find the switch on the form of every field that can be sealed, with what it means', () => {
  const { definition } = languageForms()['field'] ?? {};
  const field = definition?.fields.find(({ apiName }) => apiName === 'configSealed');
  expect(field).toMatchObject({ type: 'boolean', label: '加密保存' });
  expect(field?.config?.help).toContain('仅本人与审核人员可见');
  const rule = definition?.rules.find(({ target }) => target === 'configSealed')?.rule ?? '';
  expect(FIELD_TYPES.filter((type) => rule.includes(`'${type}'`))).toEqual(SEALABLE);
});
