import { memo, useMemo } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { useNear } from '#client/ui/schema-form/use-near.ts';
import type { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { FieldRow, type RowActs } from './field-row.tsx';

/** Rows that are drawn together: more than a screen shows, so that the first of them are all of a usual object. */
const TOGETHER = 25;
/** Height of a row in pixels, for the place that rows keep until they are drawn. */
const ROW = 54;

interface FieldRowsProps extends DraftProps {
  readonly fields: readonly FieldDefinition[];
  readonly near: VisibilityRegistry;
  /** The row of this stretch that something is dragged over. */
  readonly over: string | undefined;
  readonly ready: boolean;
  readonly acts: RowActs;
}

/** Cuts the fields of the table into stretches that are drawn as they come near the screen. */
export function stretchesOf(fields: readonly FieldDefinition[]): readonly (readonly FieldDefinition[])[] {
  const count = Math.ceil(fields.length / TOGETHER);
  return Array.from({ length: count }, (_, index) => fields.slice(index * TOGETHER, (index + 1) * TOGETHER));
}

/** Some rows of the field table; far from the screen one blank row with their words, so that the browser's search finds them. */
export const FieldRows = memo(function FieldRows({ deps, draft, fields, near, over, ready, acts }: FieldRowsProps) {
  const key = fields.map(({ apiName }) => apiName).join();
  const names = useMemo(() => key.split(','), [key]);
  const { here, watch } = useNear(near, names, ready);
  if (!here)
    return (
      <tr ref={watch} className="meta-rows-waiting" style={{ height: fields.length * ROW }}>
        <td colSpan={11}>{fields.map(({ label, apiName }) => `${label} ${apiName}`).join(' ')}</td>
      </tr>
    );
  return fields.map((field) => (
    <FieldRow key={field.apiName} deps={deps} draft={draft} field={field} isOver={over === field.apiName} acts={acts} />
  ));
}, isSameStretch);

/** A step makes another list of all fields, and with it of each stretch; its fields are the same but for the one that changed. */
function isSameStretch({ fields: before, ...last }: FieldRowsProps, { fields, ...next }: FieldRowsProps): boolean {
  const rest: (keyof typeof next)[] = ['deps', 'draft', 'near', 'over', 'ready', 'acts'];
  return (
    rest.every((name) => last[name] === next[name]) &&
    before.length === fields.length &&
    fields.every((field, index) => field === before[index])
  );
}
