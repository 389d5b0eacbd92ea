/** Columns that a wide screen shows side by side. */
export const MOST_COMPARED = 6;
const FEWEST_COMPARED = 2;

/** Outside the addresses that lists may have. */
export const COMPARE_PATH = '/compare';
const NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
const ID = /^[1-9][0-9]{0,17}$/;

/** Records of one object side by side, as an address names them. */
export interface Compared {
  readonly objectApiName: string;
  readonly ids: readonly string[];
}

/** What `?o=InsightCompany&ids=1,2` asks for; undefined where it names no object. Repeated ids count once. */
export function comparedOf(query: URLSearchParams): Compared | undefined {
  const objectApiName = query.get('o') ?? '';
  const ids = [...new Set((query.get('ids') ?? '').split(','))].filter((id) => ID.test(id));
  return NAME.test(objectApiName) ? { objectApiName, ids: ids.slice(0, MOST_COMPARED) } : undefined;
}

/** The address of a comparison, which can be handed on: everyone sees of it what they may read. */
export const comparePath = (objectApiName: string, ids: readonly string[]): string =>
  `${COMPARE_PATH}?o=${objectApiName}&ids=${ids.join(',')}`;

/** Can so many records be compared? */
export const isComparable = (count: number): boolean => count >= FEWEST_COMPARED && count <= MOST_COMPARED;
