import type { Sort } from '#schemas/metadata/sort.ts';
import { Failure } from '#shared/errors.ts';

function refuse(field: string, message: string): never {
  throw new Failure('INVALID_QUERY', message, [{ field, message }]);
}

/** A condition as an address writes it; what it says is judged where the fields are known. */
export function readFilter(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse('filter', '条件应为 JSON，例如 {"field":"title","op":"contains","value":"芯片"}');
  }
}

export const readNames = (text: string | undefined): string[] | undefined =>
  text === undefined || text === '' ? undefined : [...new Set(text.split(',').map((name) => name.trim()))];

/** `field:asc,other:desc`; ascending where nothing is said. */
export function readSort(text: string | undefined): Sort[] | undefined {
  return readNames(text)?.map((part) => {
    const [field = '', order = 'asc', more] = part.split(':');
    if (more !== undefined || (order !== 'asc' && order !== 'desc'))
      return refuse('sort', '排序应写作 字段:asc 或 字段:desc，多个以逗号分隔');
    return { field, order };
  });
}
