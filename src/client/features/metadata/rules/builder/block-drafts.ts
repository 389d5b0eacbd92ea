import type { Block, Group, ValueBlock } from '#shared/rules/blocks/block.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';

let lastKey = 0;
const keys = new WeakMap<Block, number>();

/** A key that stays with a block while it is edited, so that its inputs keep what is in them. */
export function keyOf(block: Block): number {
  const known = keys.get(block);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(block, lastKey);
  return lastKey;
}

/** A changed block in the place of another. */
export function inPlaceOf<Kind extends Block>(before: Block, after: Kind): Kind {
  keys.set(after, keyOf(before));
  return after;
}

/** A group with one of its members exchanged, or taken out. */
export function withMember(group: Group, before: Block, after: Block | undefined): Group {
  const members = group.members.flatMap((member) =>
    member === before ? (after ? [inPlaceOf(before, after)] : []) : [member],
  );
  return inPlaceOf(group, { ...group, members });
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Is a block said to its end? What is half said is kept on the screen and is no part of the rule yet. */
const isSaid = (block: Block): boolean =>
  block.kind === 'group'
    ? block.members.some(isSaid)
    : block.operand !== '' &&
      (!isBlank(block.other) || OPERATOR_FORMS[block.op].shape === 'nothing' || !isBlank(block.value));

/** A condition without what is only half said. */
export const saidPart = (group: Group): Group => ({
  ...group,
  members: group.members.filter(isSaid).map((member) => (member.kind === 'group' ? saidPart(member) : member)),
});

/** Is a value said to its end? */
export function isSaidValue(block: ValueBlock): boolean {
  switch (block.kind) {
    case 'operand':
      return block.path !== '';
    case 'literal':
      return block.type !== 'number' || !isBlank(block.value);
    case 'chain':
      return isSaidValue(block.first) && block.steps.every(({ value }) => isSaidValue(value));
    case 'call':
      return block.parameters.every(isSaidValue);
    case 'choice':
      return isSaidValue(block.yes) && isSaidValue(block.no);
  }
}
