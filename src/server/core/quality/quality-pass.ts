import { isComputed } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { schemaMessage } from '#shared/validation/messages.ts';
import type { RateTable } from '#shared/money/rates.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import type { Database, Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { holdVersion } from '#server/core/catalog/queries.ts';
import { SliceJobs } from '#server/core/jobs/slice-jobs.ts';
import { type PlainRecord, recordsAfter } from '#server/core/records/queries.ts';
import type { RateStore } from '#server/core/records/rate-store.ts';
import {
  beginQualityPass,
  type Breach,
  endQualityPass,
  keepBreaches,
  keepDifferences,
  type Measure,
  noteQualityPassed,
  qualityState,
} from './queries.ts';
import { statedOf } from '#server/core/derived/counted-values.ts';
import { brokenLinks } from './findings/broken-links.ts';
import { forgetFindings, keepFindings } from './findings/queries.ts';
import { sourceConflicts } from './findings/source-conflicts.ts';
import { unclearOrder } from './findings/unclear-order.ts';
import { unlinkedNames } from './findings/unlinked-names.ts';
import { wrongCounts } from './findings/wrong-values.ts';
import { asOfField, measuredFields, staleBefore, weightOf } from './measured-fields.ts';
import { statedDifferences } from './stated-differences.ts';

/** Records in one transaction: the embedded database answers others in between. */
const SLICE = 200;

interface QualityDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly rates: RateStore;
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** What is counted at the end of a pass over an object. */
const measureOf = (object: CatalogObject, today: string): Measure => ({
  fields: measuredFields(object).map((field) => ({
    field,
    weight: weightOf(field),
    staleBefore: staleBefore(object, field, today),
  })),
  asOf: asOfField(object),
  staleBefore: staleBefore(object, undefined, today),
  source: object.field(object.definition.layouts.detail.provenance?.source ?? ''),
});

/**
 * Goes over the records of every list once a day, and after the rules of an object have changed: which of them the rules
 * of today refuse, what else is to be put right in them, and how many have each field filled in.
 */
export class QualityPass {
  readonly #deps: QualityDeps;
  readonly jobs: SliceJobs;

  constructor(deps: QualityDeps) {
    this.#deps = deps;
    this.jobs = new SliceJobs(
      () => this.objects.map(({ apiName }) => apiName),
      (apiName) => this.#slice(apiName),
      deps.wait,
    );
  }

  /** The objects that have a list of their own. */
  get objects(): readonly CatalogObject[] {
    return this.#deps.catalog.storedObjects.filter(({ saved }) => saved.route !== undefined);
  }

  /** Begins a pass over every object; what is under way goes on. The caller lets `jobs` work it off. */
  async beginPasses(): Promise<void> {
    const { database, now } = this.#deps;
    for (const { apiName } of this.objects) await beginQualityPass(database.db, apiName, now());
  }

  /** Begins what is due, today's pass or one by changed rules, and goes on with what was cut off. */
  async passDay(): Promise<void> {
    const { database, now } = this.#deps;
    const today = shanghaiDay(now());
    for (const { apiName, version } of this.objects) {
      const state = await qualityState(database.db, apiName, false);
      const isDone = state?.passed_at && shanghaiDay(new Date(state.passed_at)) >= today && state.version === version;
      if (!isDone) await beginQualityPass(database.db, apiName, now());
    }
    await this.jobs.fill();
  }

  /** True while there is more to do. */
  async #slice(apiName: string): Promise<boolean> {
    const { database, catalog, rates, now } = this.#deps;
    const object = catalog.object(apiName);
    const known = await qualityState(database.db, apiName, false);
    if (!known?.began_at) return false;
    const result = await database.db.transaction().execute(async (trx) => {
      // What is judged by is what writers are judged by at that moment.
      if (!(await holdVersion(trx, object))) return 'stale';
      const state = await qualityState(trx, apiName, true);
      if (!state?.began_at) return 'done';
      await this.#judge(trx, object, state.passed_to, state.began_at, await rates.table(trx), now());
      return 'more';
    });
    if (result === 'stale') await catalog.refresh(apiName);
    return true;
  }

  async #judge(trx: Db, object: CatalogObject, passedTo: string, beganAt: string, rates: RateTable, at: Date) {
    const records = await recordsAfter(trx, object, passedTo, SLICE);
    const context = { user: { id: '', roles: ['staff'] }, today: shanghaiDay(at), rates };
    const breaches = records.flatMap((record) => breachOf(object, record, context));
    const ids = records.map(({ id }) => id);
    await keepBreaches(trx, object.apiName, ids, breaches, at);
    const { catalog } = this.#deps;
    const stated = await statedOf(trx, object, ids);
    const differences = await statedDifferences(trx, catalog, object, records, stated, context.today);
    await keepDifferences(trx, object.apiName, ids, differences, at);
    const findings = [
      ...(await brokenLinks(trx, catalog, object, records)),
      ...(await unlinkedNames(trx, catalog, object, records)),
      ...(await unclearOrder(trx, object, records)),
      ...sourceConflicts(object, records, stated),
      ...(await wrongCounts(trx, catalog, object, records, stated, at)),
    ];
    await keepFindings(trx, object.apiName, ids, findings, at);
    await noteQualityPassed(trx, object.apiName, records.at(-1)?.id ?? passedTo);
    if (records.length === SLICE) return;
    await endQualityPass(trx, object, measureOf(object, context.today), { beganAt, at, day: context.today });
    await forgetFindings(trx, object.apiName, beganAt, at);
  }
}

/** What the rules and the structure of its object say against a record as it is kept. */
function breachOf(
  object: CatalogObject,
  { id, values }: PlainRecord,
  context: Parameters<CatalogObject['check']['check']>[1],
): Breach[] {
  const checked = object.check.check(values, context);
  const broken = checked.problems.length > 0 ? [] : object.structure(checked.values);
  const problems = [
    ...checked.problems,
    ...broken.map((error) => ({
      field: error.path.split('/')[1] ?? error.params.property ?? '',
      message: schemaMessage(error),
    })),
  ].filter(({ field }) => {
    // Sealed values are not read here, and what is worked out is nothing that a user could correct.
    const named = object.field(field);
    return named ? !isSealed(named) && !isComputed(named) : true;
  });
  if (problems.length === 0) return [];
  const label = (field: string): string => object.field(field)?.label ?? field;
  return [
    {
      id,
      name: String(values[object.definition.nameField] ?? `#${id}`),
      fields: [...new Set(problems.map(({ field }) => label(field)))],
      problems: problems.map(({ field, message }) => `${label(field)}：${message}`).join('；'),
    },
  ];
}
