import type { PointingObject } from '#schemas/api/pointing-object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition, RelatedList } from '#schemas/metadata/object.ts';
import { eventField } from '#generators/backdated.ts';
import { isLinking, isList } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { liveFields } from '#generators/object.ts';

/**
 * Records that belong to the one on screen: those of another object that point here, those that this one points at, or
 * those that are reached by way of records that point here.
 */
export interface Source {
  /** Unique among the sources of one wizard. */
  readonly key: string;
  readonly objectApiName: string;
  readonly label: string;
  readonly words: string;
  readonly link: Pick<RelatedList, 'fields' | 'of' | 'through'>;
}

/** The name of an object; undefined until it has been read. */
export type LabelOf = (apiName: string) => string | undefined;

const MOST_LINKS = 10;

/** Fields by which records are linked: any of them where there are several, or each alone. */
function choicesOf(fields: readonly { readonly apiName: string; readonly label: string }[]) {
  const each = fields.map(({ apiName, label }) => ({ names: [apiName], words: `“${label}”` }));
  const several = fields.slice(0, MOST_LINKS);
  const names = several.map(({ apiName }) => apiName);
  return each.length < 2
    ? each
    : [{ names, words: `${several.map(({ label }) => `“${label}”`).join('、')}中任一` }, ...each];
}

/** Records of other objects that point here. */
export const pointingSources = (pointing: readonly PointingObject[]): Source[] =>
  pointing.flatMap(({ objectApiName, label, fields }) =>
    choicesOf(fields).map(({ names, words }) => ({
      key: `${objectApiName}.${names.join()}`,
      objectApiName,
      label,
      words: `其${words}字段指向本记录`,
      link: { fields: names },
    })),
  );

const linksOf = (object: ObjectDefinition): readonly FieldDefinition[] =>
  liveFields(object).filter((field) => isLinking(field) && !isSealed(field) && field.targetApiName !== undefined);

/** Records that a record of the object points at itself. */
export const namedSources = (home: ObjectDefinition, labelOf: LabelOf): Source[] =>
  linksOf(home).flatMap(({ apiName, label: own, targetApiName = '' }) => {
    const isKnown = labelOf(targetApiName) !== undefined;
    const words = `本记录的“${own}”指向的记录`;
    return isKnown ? [{ key: apiName, objectApiName: targetApiName, label: own, words, link: { of: apiName } }] : [];
  });

/** Records that those that point here point at in their turn. */
export function reachedSources(via: Source, object: ObjectDefinition, labelOf: LabelOf): Source[] {
  const { objectApiName, label: viaLabel } = via;
  const from = via.link.fields ?? [];
  const date = eventField(object)?.apiName;
  const byTarget = Map.groupBy(linksOf(object), ({ targetApiName = '' }) => targetApiName);
  return [...byTarget].flatMap(([target, links]) => {
    const label = labelOf(target);
    if (label === undefined) return [];
    // By the one link that points here nothing else is reached.
    const onward = links.filter((field) => isList(field) || !from.includes(field.apiName));
    return choicesOf(onward).map(({ names, words }) => ({
      key: `${via.key}.${names.join()}`,
      objectApiName: target,
      label,
      words: `“${viaLabel}”的${words}字段指向的记录`,
      link: { through: { objectApiName, from: [...from], to: names, ...(date !== undefined && { date }) } },
    }));
  });
}
