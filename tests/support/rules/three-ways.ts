import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { fieldType, isComputed } from '#generators/field-types/registry.ts';
import type { Problem } from '#shared/errors.ts';
import type { RateTable } from '#shared/money/rates.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { FormStore } from '#client/ui/schema-form/form-store.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { prepareRow } from '#server/features/imports/transform/prepare-row.ts';
import { planRows, type RowPlan } from '#server/features/imports/transform/row-plan.ts';
import { type Around, beginningOf, judgeRecord, type Judged } from '#server/core/records/judgement.ts';
import { context } from '#tests/support/metadata/sample-object.ts';

const KEY = '编号';

const SAME_FOR_ALL: RateTable = { rate: () => '7.1' };

/**
 * The same person, day and links for all three, as each of them comes from another source. All come from an import, which
 * may name files on other hosts: whether files are there is not compared here.
 */
const AROUND: Omit<Around, 'rates' | 'beginning'> = {
  context: {
    actor: context.user.id,
    roles: context.user.roles,
    origin: 'import:same-as-typed',
    now: new Date('2026-06-15T04:00:00Z'),
  },
  today: context.today,
  missing: new Set(),
  files: new Map(),
};

/** What the import made of a row: what it read, what it could not read, and the judgement of what it read. */
export interface Imported extends Judged {
  readonly read: RecordValues;
  readonly unread: readonly Problem[];
}

/** What the form said by itself, what became of what it sent, and what the server then still had against it. */
export interface Filled extends Judged {
  readonly refusedLater: readonly Problem[];
}

/** The three ways by which a record of one object comes in, each through the code that does it in the product. */
export class ThreeWays {
  readonly fields: readonly FieldDefinition[];
  readonly #object: CatalogObject;
  readonly #new: FormStore;
  readonly #opened: FormStore;
  readonly #keeping: RowPlan;
  readonly #clearing: RowPlan;
  readonly #rates: RateTable;

  constructor(object: CatalogObject, rates: RateTable = SAME_FOR_ALL) {
    const { definition } = object;
    this.#object = object;
    this.#rates = rates;
    this.fields = object.fields.filter((field) => !isComputed(field));
    this.#new = new FormStore({ definition, ...context, rates });
    this.#opened = new FormStore({ definition, ...context, rates, saved: {} });
    this.#keeping = identityPlan(object, this.fields, 'keep');
    this.#clearing = identityPlan(object, this.fields, 'clear');
  }

  /** A person opens the form, fills it and saves; what the form refuses is not sent. */
  byForm(values: RecordValues, old: RecordValues | undefined): Filled {
    const form = old ? this.#opened : this.#new;
    form.revert();
    if (old) form.rebase(old);
    for (const [apiName, value] of Object.entries(values)) form.set(apiName, value);
    const problems = form.judge();
    if (problems.length > 0) return { values: {}, problems, refusedLater: [] };
    const sent = this.byApi(form.payload(), old);
    return { values: sent.values, problems, refusedLater: sent.problems };
  }

  byApi(values: unknown, old: RecordValues | undefined): Judged {
    return judgeRecord(this.#object, old, values, {
      ...AROUND,
      rates: this.#rates,
      beginning: beginningOf(this.#object, AROUND.context, AROUND.today, this.#rates),
    });
  }

  /** A row of a file with one column for each field. With `clears` a blank cell empties its field, else it says nothing. */
  byImport(values: RecordValues, old: RecordValues | undefined, clears: boolean): Imported {
    const plan = clears ? this.#clearing : this.#keeping;
    const cells = ['1', ...this.fields.map((field) => cellText(values[field.apiName], field))];
    const prepared = prepareRow({ row: 2, line: 2, cells }, plan, 'reject');
    if (!('row' in prepared)) throw new Error(`A row was refused as a whole: ${JSON.stringify(prepared.refused)}`);
    const { values: read, faults } = prepared.row;
    return { ...this.byApi(read, old), read, unread: faults.map(({ field, reason }) => ({ field, message: reason })) };
  }
}

/** A value as a person would write it into a cell; one that says nothing is a blank. */
const cellText = (value: FieldValue, field: FieldDefinition): string =>
  cleanValue(field, value) === undefined ? '' : fieldType(field).toText(value, field);

/** No file may bring what is kept encrypted; that says nothing about how a value is judged, which is compared here. */
function unsealed(field: FieldDefinition | undefined): FieldDefinition | undefined {
  const { sealed: _sealed, ...config } = field?.config ?? {};
  return field && { ...field, config };
}

function identityPlan(object: CatalogObject, fields: readonly FieldDefinition[], whenBlank: 'keep' | 'clear'): RowPlan {
  const names = fields.map((field) => field.apiName);
  const mapping = {
    object: object.apiName,
    source: 'same-as-typed',
    key: [KEY],
    fields: names.map((name) => ({ field: name, column: name, whenBlank })),
  };
  const target = {
    apiName: object.apiName,
    label: object.definition.label,
    nameField: object.definition.nameField,
    field: (name: string) => unsealed(object.field(name)),
  };
  return planRows(parseMapping(JSON.stringify(mapping)), [KEY, ...names], () => target);
}
