import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Operand } from '#shared/rules/blocks/operands.ts';
import { wayIn } from '#shared/rules/blocks/ways.ts';
import { fixOf } from '#shared/rules/fixes.ts';
import { useRested } from '#client/lib/use-rested.ts';
import { useWays } from './ways.ts';

interface QuickFixProps {
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly object: ObjectDefinition;
  readonly operands: ReadonlyMap<string, Operand>;
}

/** Rest after the last key before a correction is looked for, in milliseconds: half a word is no mistake. */
const REST = 250;

/** What a text that is wrong was probably meant to be, taken over by a press. */
export function QuickFix(props: QuickFixProps) {
  const { source } = props;
  return useRested(source, REST) === source && <Correction {...props} />;
}

function Correction({ source, onChange, object, operands }: QuickFixProps) {
  const ways = useWays();
  const over = useMemo(() => wayIn(source, ways.all), [source, ways]);
  const fix = useMemo(() => fixOf(source, object, operands), [source, object, operands]);
  if (over) {
    const { way, written } = over;
    return (
      <div className="rule-fix" role="status">
        <span>
          “{way.label}”由引用字段读取，对方改变时随之更新
          {way.known ? `：已有“${way.known.label}”` : '：还没有这个字段'}
        </span>
        <Button
          size="small"
          onClick={() => {
            const taken = ways.take(way);
            if (taken) onChange(source.replace(written, () => taken.path));
          }}
        >
          {way.known ? '改用它' : '新建并使用'}
        </Button>
      </div>
    );
  }
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
