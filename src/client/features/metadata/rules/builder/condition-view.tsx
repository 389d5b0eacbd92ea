import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { asGroup, type Group, groupOf, type ValueBlock } from '#shared/rules/blocks/block.ts';
import { type Operand, operandsOf } from '#shared/rules/blocks/operands.ts';
import { readBlock, readValue } from '#shared/rules/blocks/read-blocks.ts';
import { writeBlock, writeValue } from '#shared/rules/blocks/write-blocks.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { isSaidValue, saidPart } from './block-drafts.ts';
import { GroupBlocks } from './condition-blocks.tsx';
import { ExpressionView } from './expression-view.tsx';
import { useBlockView } from './use-block-view.ts';
import { ValueBlocks } from './value-blocks.tsx';

interface ViewProps {
  readonly label: string;
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly object: ObjectDefinition;
  /** What it may be composed of; all that rules of the object may read when absent. */
  readonly operands?: ReadonlyMap<string, Operand> | undefined;
  readonly lookups: FieldLookups;
  readonly problem: string | undefined;
}

interface ConditionViewProps extends ViewProps {
  /** What a condition without members comes to. */
  readonly empty: 'true' | 'false';
}

function useOperands({ object, operands }: Pick<ViewProps, 'object' | 'operands'>): ReadonlyMap<string, Operand> {
  const all = useMemo(() => operands ?? operandsOf(object), [object, operands]);
  return all;
}

/** A condition, composed of fields. */
export function ConditionView({ lookups, empty, ...view }: ConditionViewProps) {
  const { source, label, onChange } = view;
  const operands = useOperands(view);
  const [group, put] = useBlockView<Group>(
    source,
    (text) => {
      const block = ['', 'false'].includes(text.trim()) ? groupOf('and', []) : readBlock(text, operands);
      return block && asGroup(block);
    },
    (shape) => {
      const said = saidPart(shape);
      return said.members.length === 0 ? empty : writeBlock(said, operands);
    },
    onChange,
  );
  return (
    <ExpressionView
      {...view}
      operands={operands}
      blocks={
        group && (
          <>
            {source === 'true' && <p className="rule-note">没有条件：总是成立。</p>}
            {source === 'false' && (
              <p className="rule-note">
                还没有条件，规则不起作用。
                <Button size="small" onClick={() => onChange('true')}>
                  总是成立
                </Button>
              </p>
            )}
            <GroupBlocks group={group} onChange={put} name={label} {...{ operands, lookups }} />
          </>
        )
      }
    />
  );
}

/** A value, composed of fields, for a field. */
export function ValueView({ lookups, into, ...view }: ViewProps & { readonly into: FieldDefinition }) {
  const { source, label, onChange } = view;
  const operands = useOperands(view);
  const [block, put] = useBlockView<ValueBlock>(
    source,
    (text) => (text.trim() === '' ? { kind: 'operand', path: '' } : readValue(text, operands)),
    (shape) => (isSaidValue(shape) ? writeValue(shape, operands) : undefined),
    onChange,
  );
  return (
    <ExpressionView
      {...view}
      operands={operands}
      blocks={block && <ValueBlocks block={block} onChange={put} name={label} into={into} {...{ operands, lookups }} />}
    />
  );
}
