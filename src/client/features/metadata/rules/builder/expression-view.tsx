import { useId, useState, type ReactNode } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Operand } from '#shared/rules/blocks/operands.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { QuickFix } from './quick-fix.tsx';
import { ExpressionText } from './expression-text.tsx';

interface ExpressionViewProps {
  readonly label: string;
  readonly source: string;
  readonly onChange: (source: string) => void;
  readonly object: ObjectDefinition;
  readonly operands: ReadonlyMap<string, Operand>;
  /** What is wrong with the text, with its place. */
  readonly problem: string | undefined;
  /** The blocks; undefined for a text that has no block form. */
  readonly blocks: ReactNode | undefined;
}

/** Where in the text, which is not there beside blocks. */
const PLACE = /^第 \d+ 行第 \d+ 列：/;

/** An expression as blocks or as text, which are two views of the same CEL. */
export function ExpressionView({ label, source, onChange, object, operands, problem, blocks }: ExpressionViewProps) {
  const id = useId();
  const [asText, setAsText] = useState(false);
  const hasBlocks = blocks !== undefined;
  const isText = asText || !hasBlocks;
  return (
    <div className="rule-part">
      <header>
        {isText ? <label htmlFor={id}>{label}</label> : <strong>{label}</strong>}
        <NativeChoice
          aria-label={`${label}的编辑方式`}
          value={isText ? 'text' : 'blocks'}
          onChange={({ target }) => setAsText(target.value === 'text')}
        >
          <option value="blocks" disabled={!hasBlocks}>
            积木
          </option>
          <option value="text">文本</option>
        </NativeChoice>
      </header>
      {isText ? (
        <ExpressionText {...{ id, source, onChange, operands, problem }} />
      ) : (
        <>
          {blocks}
          {problem !== undefined && (
            <p role="alert" className="meta-fault">
              {problem.replace(PLACE, '')}
            </p>
          )}
        </>
      )}
      {problem !== undefined && <QuickFix {...{ source, onChange, object, operands }} />}
      {!hasBlocks && source.trim() !== '' && <p className="rule-note">这段表达式没有对应的积木，请用文本修改。</p>}
    </div>
  );
}
