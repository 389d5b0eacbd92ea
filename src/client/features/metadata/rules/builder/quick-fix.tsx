import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Operand } from '#shared/rules/blocks/operands.ts';
import { fixOf } from '#shared/rules/fixes.ts';

interface QuickFixProps {
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly object: ObjectDefinition;
  readonly operands: ReadonlyMap<string, Operand>;
}

/** What a text that is wrong was probably meant to be, taken over by a press. */
export function QuickFix({ source, onChange, object, operands }: QuickFixProps) {
  const fix = useMemo(() => fixOf(source, object, operands), [source, object, operands]);
  if (!fix) return null;
  return (
    <div className="rule-fix" role="status">
      <span>
        {fix.renamed.map(({ from, to }) => `“${from}”是否指“${to}”？`).join('')}
        是否想写：<code>{fix.text}</code>
      </span>
      <Button size="small" onClick={() => onChange(fix.text)}>
        改正
      </Button>
    </div>
  );
}
