import { BINDINGS } from '#schemas/bindings.ts';
import type { RecordValues } from '#schemas/metadata/value.ts';
import { type BoundValues, boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { ownFile } from '#server/core/files/own-files.ts';

/** The source of projects and deals that founders hand in. */
export const FOUNDER_SOURCE = '创业者提交，经平台审核';

type ProjectKey = keyof (typeof BINDINGS)['project']['fields'];

/** What a request and its project have in common. A change of the first group goes to staff before investors see it. */
const TERMS = ['round', 'amount', 'amountBand', 'valuation', 'equity'] as const satisfies readonly ProjectKey[];
const OTHERS = [
  'kind',
  'deadline',
  'useOfProceeds',
  'revenue',
  'profit',
  'hasAdvisor',
] as const satisfies readonly ProjectKey[];
type Shared = (typeof TERMS)[number] | (typeof OTHERS)[number];

export const [RAISING, PAUSED, DONE, CLOSED] = BINDINGS.project.fields.status.options;

/** What the request says in some of its fields, as values of a project; what is empty is cleared. */
function carried(request: RecordValues, keys: readonly Shared[]): Record<string, unknown> {
  const given: Partial<Record<string, unknown>> = boundValues(BINDINGS.financing, request);
  const said = Object.fromEntries(keys.map((key) => [key, given[key] ?? null]));
  return recordValues(BINDINGS.project, said as BoundValues<typeof BINDINGS.project>);
}

const termsOf = (request: RecordValues): Record<string, unknown> => carried(request, TERMS);
/** What a founder changes without a decision of staff. */
export const ownTerms = (request: RecordValues): Record<string, unknown> => carried(request, OTHERS);

/** What counts of a value where terms are compared: an equivalent follows the rates, and no one has changed it. */
function comparable(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { num = null, currency = null, band = null } = value as Readonly<Record<string, unknown>>;
  return JSON.stringify([num, currency, band]);
}

/** Does a request say other terms than its project? */
export const differs = (request: RecordValues, project: RecordValues): boolean =>
  Object.entries(termsOf(request)).some(([name, value]) => comparable(value) !== comparable(project[name]));

/** A new project of a request: what the request and its company say, published on this day. */
export function projectValues(
  request: RecordValues,
  company: { readonly id: string; readonly values: RecordValues },
  day: string,
): Record<string, unknown> {
  const { logo, currentRound, ...profile } = boundValues(BINDINGS.companyProfile, company.values);
  return {
    ...recordValues(BINDINGS.project, {
      ...profile,
      ...(currentRound !== undefined && { currentRound }),
      ...(ownFile(logo) && logo && { logo }),
      company: { id: company.id },
      status: RAISING,
      publishedOn: day,
      source: FOUNDER_SOURCE,
      verifiedOn: day,
    }),
    ...termsOf(request),
    ...ownTerms(request),
  };
}

/** A known project that goes on raising by a request. */
export const republished = (request: RecordValues, day: string): Record<string, unknown> => ({
  ...recordValues(BINDINGS.project, { status: RAISING, publishedOn: day, verifiedOn: day }),
  // It begins with other terms, of which no one has read the ones before.
  [BINDINGS.project.fields.termsUpdatedOn.apiName]: null,
  ...termsOf(request),
  ...ownTerms(request),
});

/** Other terms of a project that raises, since this day. */
export const changedTerms = (request: RecordValues, day: string): Record<string, unknown> => ({
  ...termsOf(request),
  ...recordValues(BINDINGS.project, { termsUpdatedOn: day }),
});

/** A project in another state; a closed one says since when. */
export const inState = (status: string, day: string): Record<string, unknown> =>
  recordValues(BINDINGS.project, { status, ...(status === CLOSED && { closedOn: day }) });
