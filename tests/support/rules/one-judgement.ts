import { isSystem } from '#generators/object.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import type { Problem } from '#shared/errors.ts';
import { cleanValue } from '#shared/validation/clean.ts';
import { sameValue } from '#shared/validation/same-value.ts';
import { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import type { Judged } from '#server/core/records/judgement.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { RecordSource } from '#tests/support/records/drawn-records.ts';
import { prng } from '#tests/support/prng.ts';
import { context } from '#tests/support/metadata/sample-object.ts';
import { type Filled, type Imported, ThreeWays } from './three-ways.ts';

/** Accepted records that later ones of the same object may be changes of. */
const REMEMBERED = 40;

/** What was counted while records of one object came in by form, API and import. */
export interface Agreement {
  readonly object: string;
  records: number;
  /** Kept by all three. */
  accepted: number;
  /** With a text that the import could not read, and that the two others refuse as well or do not look at. */
  unread: number;
  /** With a value that its field refuses while its text represents another one, which was then given to all three. */
  reread: number;
  /** The record and what each of the three said, where that was not the same. */
  readonly disagreements: string[];
}

/** Draws records of a shipped object and brings each in by form, API and import; the same seed gives the same records. */
export function agreement(object: CatalogObject, records: number, seed: number): Agreement {
  const random = prng(seed);
  const source = new RecordSource(object.definition, random);
  const ways = new ThreeWays(object);
  const kept: RecordValues[] = [];
  const counts: Agreement = { object: object.apiName, records, accepted: 0, unread: 0, reread: 0, disagreements: [] };
  for (let turn = 0; turn < records; turn += 1) {
    const old = kept.length > 0 && random.chance(0.35) ? random.pick(kept) : undefined;
    const clears = random.chance(0.3);
    const drawn = source.draw({ ...context, ...(old && { old }) });
    const imported = ways.byImport(drawn, old, clears);
    const unread = new Set(imported.unread.map(({ field }) => field));
    const given: Record<string, FieldValue> = {};
    const report = (what: string) => counts.disagreements.push(`${object.apiName} ${what} in ${JSON.stringify(drawn)}`);
    let reread = false;
    for (const field of ways.fields) {
      const { apiName } = field;
      const value = cleanValue(field, drawn[apiName]);
      const read = cleanValue(field, imported.read[apiName]);
      const same = unread.has(apiName) || sameValue(value, read);
      if (!same && source.isSound(apiName, value)) report(`reads ${JSON.stringify(read)} for ${apiName}`);
      if (!same) reread = true;
      // As it was drawn, not as it was cleaned: cleaning is part of what is compared.
      const meant = value === undefined ? undefined : same ? drawn[apiName] : read;
      if (meant !== undefined || clears) given[apiName] = meant ?? null;
    }
    const api = ways.byApi(given, old);
    const person = { ...context, ...(old && { old }) };
    const shows = (apiName: string) => object.check.fieldState(apiName, api.values, person).visible;
    const difference = differing(ways.byForm(given, old), api, imported, shows);
    if (difference !== undefined) report(difference);
    if (reread) counts.reread += 1;
    if (unread.size > 0) counts.unread += 1;
    if (api.problems.length > 0) continue;
    counts.accepted += 1;
    kept[counts.accepted % REMEMBERED] = api.values;
  }
  return counts;
}

/** The shipped objects as a running server has them. */
export function catalogObjects(): CatalogObject[] {
  const optionSets = new Map(shippedOptionSets().map((set) => [set.name, set]));
  return shippedObjects()
    .filter((object) => !isSystem(object))
    .map((saved) => new CatalogObject(saved, optionSets));
}

const words = (problems: readonly Problem[]): string =>
  [...new Set(problems.map(({ field, message }) => `${field}: ${message}`))].toSorted().join('; ');

const outcome = ({ problems, values }: Judged): string =>
  problems.length > 0
    ? words(problems)
    : JSON.stringify(
        Object.keys(values)
          .toSorted()
          .map((name) => [name, values[name]]),
      );

/** What is not the same; undefined where the three agree. */
function differing(
  form: Filled,
  api: Judged,
  imported: Imported,
  shows: (apiName: string) => boolean,
): string | undefined {
  if (form.refusedLater.length > 0) return `form says nothing of ${words(form.refusedLater)}`;
  if (outcome(form) !== outcome(api)) return `form says ${outcome(form)} and API ${outcome(api)}`;
  const unread = imported.unread.filter(({ field }) => shows(field));
  if (unread.length === 0)
    return outcome(api) === outcome(imported) ? undefined : `API says ${outcome(api)} and import ${outcome(imported)}`;
  const refused = new Set(api.problems.map(({ field }) => field));
  const alone = unread.filter(({ field }) => !refused.has(field));
  return alone.length === 0 ? undefined : `only the import refuses ${words(alone)}`;
}
