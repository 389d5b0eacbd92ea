import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue, RecordValues } from '#schemas/metadata/value.ts';
import { valueType } from '#generators/field-types/registry.ts';
import { namingFields, type SearchedObject } from '#server/core/search/search-text.ts';
import { matchFacts, type MatchFacts, type MatchTexts } from './match-facts.ts';
import { regionNamed } from './regions.ts';

/** Raised when the same values would give other keys: those of every record are then written again. */
const EDITION = 1;

/** Equal texts say that the keys of an object's records follow from the same fields; empty where none are kept. */
export function matchFingerprint(object: SearchedObject): string {
  const { matching, nameField } = object.definition;
  if (!matching || matching.objectApiName !== undefined) return '';
  const names = namingFields(object).map(({ apiName }) => apiName);
  return JSON.stringify([EDITION, nameField, names, matching]);
}

/** Are the keys of records made of one of these fields? */
export function isMatched(object: SearchedObject, names: ReadonlySet<string>): boolean {
  const { matching } = object.definition;
  const fields = [...namingFields(object).map(({ apiName }) => apiName), ...Object.values(matching ?? {})];
  return matchFingerprint(object) !== '' && fields.some((apiName) => names.has(apiName));
}

/** What a record with these values, complete or still being typed, says of who it is. */
export function recordFacts(object: SearchedObject, values: RecordValues): MatchFacts {
  const { legalName, creditCode, site, region, person, foundedOn } = object.definition.matching ?? {};
  const field = (apiName: string | undefined) => object.fields.find((candidate) => candidate.apiName === apiName);
  const of = (apiName: string | undefined): string[] => textsOf(field(apiName), values[apiName ?? '']);
  const called = namingFields(object).filter(({ apiName }) => apiName !== legalName);
  const texts: MatchTexts = {
    codes: of(creditCode),
    legalNames: of(legalName),
    names: called.flatMap(({ apiName }) => of(apiName)),
    sites: of(site),
    // A tree says the whole way to a place, of which the last known part is the most exact.
    regions: of(region).flatMap((path) =>
      path
        .split('/')
        .flatMap((part) => regionNamed(part) ?? [])
        .slice(-1),
    ),
    people: of(person),
    founded: of(foundedOn),
  };
  return matchFacts(texts);
}

function textsOf(field: FieldDefinition | undefined, value: FieldValue): string[] {
  if (!field) return [];
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' && value !== '' ? [valueType(field).toText(value, field)] : [];
}
