import { MAX_FORMER_ROUTES } from '#schemas/generated/metadata/former-names.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** The definition with the address that its list had until now beside the others that it had; the same where it stays. */
export function withFormerRoute(before: ObjectDefinition, after: ObjectDefinition): ObjectDefinition {
  const { route, formerRoutes = [], ...rest } = after;
  const left = before.route !== undefined && before.route !== route ? [before.route] : [];
  const known = formerRoutes.filter((one) => one !== route && !left.includes(one));
  const routes = [...known, ...left].slice(-MAX_FORMER_ROUTES);
  if (left.length === 0 && routes.length === formerRoutes.length) return after;
  return { ...rest, ...(route !== undefined && { route }), ...(routes.length > 0 && { formerRoutes: routes }) };
}
