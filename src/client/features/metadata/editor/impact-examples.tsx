import type { LostValue } from '#schemas/api/metadata-losses.ts';
import { hashAddress } from '#client/lib/router.ts';

/** The first records that something is said of, each to be opened. */
export function Examples({ first, objectApiName }: Pick<LostValue, 'first'> & { readonly objectApiName: string }) {
  if (first.length === 0) return null;
  return (
    <small>
      如：
      {first.map(({ id, name }) => (
        <a key={id} href={hashAddress(`/insight/${objectApiName}/${id}`)} target="_blank" rel="noopener">
          <bdi>{name}</bdi>
        </a>
      ))}
    </small>
  );
}
