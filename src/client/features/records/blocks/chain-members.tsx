import { observer } from 'mobx-react-lite';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { nameOf, RowFacts, RowName, type RowProps } from './row-facts.tsx';

interface ChainMembersProps extends RowProps {
  readonly isOwn: boolean;
  /** The field that holds what belongs to the record; undefined where the chain has no members. */
  readonly members: FieldDefinition | undefined;
  readonly links: readonly ReferenceValue[];
}

/** What belongs to the station of a chain that is open, and the way to its own page. */
export const ChainMembers = observer(function ChainMembers({ members, links, isOwn, ...part }: ChainMembersProps) {
  const { view, row } = part;
  return (
    <section className="chain-members" aria-label={`${nameOf(view, row)}的内容`}>
      <h3>{isOwn ? nameOf(view, row) : <RowName view={view} row={row} />}</h3>
      <RowFacts {...part} />
      {members && (
        <>
          <h4>
            {members.label}（{links.length}）
          </h4>
          {links.length === 0 && <p className="detail-help">暂无收录</p>}
          <ul>
            {links.map(({ id, name }) => (
              <li key={id}>
                <a href={hashAddress(detailPath(members.targetApiName ?? '', id))} target="_blank" rel="noopener">
                  {name ?? `#${id}`}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
});
