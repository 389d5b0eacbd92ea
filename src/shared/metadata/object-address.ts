import { LIST_ROOT, LIST_ROUTE_SOURCE, MARKET_ROOT } from '#schemas/generated/metadata/names.ts';

/** An object with the addresses of its lists. */
export interface AddressedObject {
  readonly apiName: string;
  readonly label: string;
  readonly route?: string | undefined;
  /** Addresses of its lists that have a condition of their own. */
  readonly fixedRoutes?: readonly string[] | undefined;
}

const LIST_ROUTE = new RegExp(LIST_ROUTE_SOURCE);

/** Why the list of an object that staff make cannot have this address at all, in words; undefined where it can. */
export function malformedAddress(address: string): string | undefined {
  if (LIST_ROUTE.test(address)) return undefined;
  const isBelow = [LIST_ROOT, MARKET_ROOT].some((root) => address.startsWith(`${root}/`));
  return isBelow
    ? '列表地址的每一段应为 1 到 40 个字母或数字，最多 4 段，不以“/”结尾，如：/data/InsightCompany'
    : `列表地址应以 ${LIST_ROOT}/ 或 ${MARKET_ROOT}/ 开头，其他地址属于产品自己的页面，如：/data/InsightCompany`;
}

/** Browsers and people take two addresses for one that differ in the case of letters alone. */
const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What is said of an address that another object has. */
export const takenAddress = (address: string, label: string): string =>
  `列表地址“${address}”已用于对象“${label}”，请换一个地址`;

/** Why an object cannot have this address for its list, as far as the other objects are known; undefined where it can. */
export function addressProblem(
  address: string,
  apiName: string,
  objects: readonly AddressedObject[],
): string | undefined {
  const owner = objects.find(
    (object) =>
      object.apiName !== apiName &&
      [object.route ?? [], object.fixedRoutes ?? []].flat().some((route) => sameAddress(route, address)),
  );
  return malformedAddress(address) ?? (owner && takenAddress(address, owner.label));
}
