import { ROLE_LABELS } from '#schemas/metadata/role.ts';
import type { ClosedField } from '#shared/assistant/vocabulary.ts';
import { FAILURES } from '#shared/errors.ts';
import { type Actor, SVIP } from '#shared/policy/actor.ts';
import { decideDefinition } from '#shared/policy/decide.ts';
import type { CatalogObject } from '#server/core/catalog/catalog-object.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';

/**
 * What the lists of an object keep from a user, each by its names and with the reason: no more than the definition tells
 * users who may know what the object is made of.
 */
export function closedFields(object: CatalogObject, actor: Actor): ClosedField[] {
  if (decideDefinition(actor, object.definition) !== null) return [];
  const namesOf = (fields: ReturnType<typeof listableFields>) => new Set(fields.map(({ apiName }) => apiName));
  const open = namesOf(listableFields(object, actor));
  const withVip = namesOf(listableFields(object, { ...actor, vipType: SVIP }));
  return object.fields
    .filter(({ apiName }) => !open.has(apiName))
    .map(({ apiName, label, shortLabel, config }) => {
      const roles = (config?.visibleTo ?? []).map((role) => ROLE_LABELS[role as keyof typeof ROLE_LABELS]);
      if (config?.limits) roles.splice(0);
      const others = roles.length > 0 ? `仅对${roles.join('、')}开放` : '列表不提供这一项';
      return {
        apiName,
        label,
        names: [...(shortLabel === undefined ? [] : [shortLabel]), ...(config?.synonyms ?? [])],
        reason: `“${label}”对您不开放：${withVip.has(apiName) ? FAILURES.VIP_REQUIRED.message : others}。`,
      };
    });
}
