import type { Noted } from '#schemas/metadata/condition.ts';
import { fold } from '#shared/text/fold.ts';
import type { Parameters } from '#server/core/conditions/parameters.ts';

/** Who asks, of which object, and whether what colleagues share on its records is theirs to read. */
interface Asked {
  readonly objectApiName: string;
  readonly readerId: string;
  readonly readsShared: boolean;
}

/** A test that the row `id` has a note that the reader wrote, or reads, and that holds some words. */
export function hasNote(
  { objectApiName, readerId, readsShared }: Asked,
  { isOwn, contains = '' }: Noted['noted'],
  parameters: Parameters,
): string {
  const reader = parameters.add(readerId, 'bigint');
  const own = `n.author_id = ${reader}`;
  const shared = `n.institution_id = (select institution_id from investor_link where account_id = ${reader})
    and exists (select from investor_link l where l.account_id = n.author_id and l.institution_id = n.institution_id)`;
  const words = fold(contains)
    .split(' ')
    .filter(Boolean)
    .map((word) => ` and position(${parameters.add(word, 'text')} in n.folded) > 0`);
  return `id in (select n.record_id from record_note n
    where n.object_api_name = ${parameters.add(objectApiName, 'text')} and n.removed_at is null
      and ${isOwn || !readsShared ? own : `(${own} or (${shared}))`}${words.join('')})`;
}
