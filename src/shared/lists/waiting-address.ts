import type { Condition } from '#schemas/metadata/condition.ts';
import type { Waiting } from '#schemas/metadata/waiting.ts';
import { encodeListState } from './list-address.ts';
import { DEFAULT_LIST_STATE } from './list-state.ts';

/** The address of a list with what waits alone; in the short form that pages of their own read too, where there is one. */
export function waitingAddress(route: string, { when }: Waiting): string {
  const condition = when as Condition;
  if ('field' in condition && condition.op === 'eq' && typeof condition.value === 'string')
    return `${route}?${condition.field}=${encodeURIComponent(condition.value)}`;
  return `${route}${encodeListState({ ...DEFAULT_LIST_STATE, filter: condition })}`;
}
