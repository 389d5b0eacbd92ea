import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { type Arithmetic, groupOf, type ValueBlock } from '#shared/rules/blocks/block.ts';
import { CALLED } from '#shared/rules/blocks/read-blocks.ts';
import { FUNCTION_GUIDE, parametersOf } from '#shared/rules/function-guide.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { type BlockSurroundings, GroupBlocks } from './condition-blocks.tsx';
import { OperandPicker } from './operand-picker.tsx';

interface ValueBlocksProps extends BlockSurroundings {
  readonly block: ValueBlock;
  readonly onChange: (block: ValueBlock) => void;
  readonly name: string;
  /** The field that the value is for, by whose input it is entered. */
  readonly into: FieldDefinition;
  readonly depth?: number;
}

const SIGNS: Readonly<Record<Arithmetic, string>> = { '+': '加', '-': '减', '*': '乘', '/': '除以', '%': '除以…取余' };
const isSign = (text: string): text is Arithmetic => text in SIGNS;
const NOTHING: ValueBlock = { kind: 'operand', path: '' };
const NUMBER: FieldDefinition = { apiName: 'number', label: '数', type: 'decimal', decimalPlaces: 12 };
const DAY: FieldDefinition = { apiName: 'day', label: '日期', type: 'date' };
const TEXT: FieldDefinition = { apiName: 'text', label: '文本', type: 'text' };
const DEEPEST = 3;

/** How a value of a parameter is written out, by the parameter's name in the guide. */
const PARAMETER_FIELDS: Readonly<Record<string, FieldDefinition>> = {
  起: DAY,
  止: DAY,
  日期: DAY,
  文本: TEXT,
  文本或列表: TEXT,
};

/** The kinds of value that may be chosen, by what they become at first. */
function begin(kind: string, before: ValueBlock, into: FieldDefinition): ValueBlock {
  if (kind === 'operand') return NOTHING;
  if (kind === 'chain') return { kind, first: before, steps: [{ op: '+', value: NOTHING }] };
  if (kind === 'choice') return { kind, test: groupOf('and', []), yes: before, no: NOTHING };
  if (kind === 'literal') return literalOf(into, undefined);
  const parameters = Array.from({ length: CALLED[kind] ?? 0 }, (_, index) => (index === 0 ? before : NOTHING));
  return { kind: 'call', name: kind, parameters };
}

/** A value that is written out, as values of the field are. */
function literalOf(field: FieldDefinition, value: FieldValue): ValueBlock & { kind: 'literal' } {
  const kind = valueKind(field);
  if (kind === 'integer' || kind === 'decimal') return { kind: 'literal', type: 'number', value: String(value ?? '') };
  if (kind === 'boolean') return { kind: 'literal', type: 'flag', value: value === true };
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return kind === 'texts' || kind === 'links' || Array.isArray(value)
    ? { kind: 'literal', type: 'texts', value: value ?? [] }
    : { kind: 'literal', type: 'text', value: id ?? '' };
}

/** A value: a field, a value written out, a sum, a function, or one of two by a condition. */
export function ValueBlocks({ block, onChange, name, into, depth = 0, ...around }: ValueBlocksProps) {
  const id = useId();
  const guides = new Map(FUNCTION_GUIDE.map((guide) => [guide.name, guide]));
  const called = block.kind === 'call' ? guides.get(block.name) : undefined;
  const parameters = called ? parametersOf(called) : [];
  const inner = (part: ValueBlock, put: (next: ValueBlock) => void, place: string, field = into) => (
    <ValueBlocks {...around} block={part} onChange={put} name={place} into={field} depth={depth + 1} />
  );
  return (
    <div role="group" aria-label={name} className={depth > 0 ? 'rule-value-block rule-inner' : 'rule-value-block'}>
      <NativeChoice
        aria-label={`${name}的来源`}
        value={block.kind === 'call' ? block.name : block.kind}
        onChange={({ target }) => onChange(begin(target.value, block, into))}
      >
        <option value="operand">字段</option>
        <option value="literal">值</option>
        {(depth < DEEPEST || block.kind === 'chain') && <option value="chain">四则运算</option>}
        {(depth < DEEPEST || block.kind === 'choice') && <option value="choice">按条件二选一</option>}
        {(depth < DEEPEST || block.kind === 'call') && (
          <optgroup label="函数">
            {Object.keys(CALLED).map((callable) => (
              <option key={callable} value={callable}>
                {guides.get(callable)?.label ?? callable}
              </option>
            ))}
          </optgroup>
        )}
      </NativeChoice>
      {block.kind === 'operand' && (
        <OperandPicker
          id={id}
          label={`${name}的字段`}
          operands={[...around.operands.values()]}
          path={block.path}
          onPick={({ path }) => onChange({ kind: 'operand', path })}
        />
      )}
      {block.kind === 'literal' && <Written {...{ block, onChange, name, into, lookups: around.lookups }} />}
      {block.kind === 'chain' && (
        <>
          {inner(block.first, (first) => onChange({ ...block, first }), `${name}第 1 项`)}
          {block.steps.map((step, index) => {
            const put = (next: typeof step | undefined) =>
              onChange({ ...block, steps: block.steps.flatMap((other, at) => (at === index ? (next ?? []) : other)) });
            return (
              <div key={placeKey(index)} className="rule-step">
                <NativeChoice
                  aria-label={`${name}第 ${index + 2} 项的运算`}
                  value={step.op}
                  onChange={({ target }) => isSign(target.value) && put({ ...step, op: target.value })}
                >
                  {Object.entries(SIGNS).map(([sign, words]) => (
                    <option key={sign} value={sign}>
                      {words}
                    </option>
                  ))}
                </NativeChoice>
                {inner(step.value, (value) => put({ ...step, value }), `${name}第 ${index + 2} 项`)}
                <IconButton
                  size="small"
                  aria-label={`删除${name}第 ${index + 2} 项`}
                  onClick={() => (block.steps.length > 1 ? put(undefined) : onChange(block.first))}
                >
                  <DeleteOutlined fontSize="small" />
                </IconButton>
              </div>
            );
          })}
          <Button
            size="small"
            startIcon={<Add />}
            onClick={() => onChange({ ...block, steps: [...block.steps, { op: '+', value: NOTHING }] })}
          >
            添加一步
          </Button>
        </>
      )}
      {called && (
        <small className="rule-example">
          如 {called.example} → {called.gives}
        </small>
      )}
      {block.kind === 'call' &&
        block.parameters.map((part, index) => (
          <div key={placeKey(index)} className="rule-step">
            <span className="rule-word">{placeOf(parameters, index)}</span>
            {inner(
              part,
              (next) =>
                onChange({ ...block, parameters: block.parameters.map((one, at) => (at === index ? next : one)) }),
              `${name}的${placeOf(parameters, index)}`,
              PARAMETER_FIELDS[parameters[index] ?? ''] ?? NUMBER,
            )}
          </div>
        ))}
      {block.kind === 'choice' && (
        <>
          <span className="rule-word">若</span>
          <GroupBlocks
            {...around}
            group={block.test}
            onChange={(test) => onChange({ ...block, test })}
            name={`${name}的条件`}
          />
          <span className="rule-word">则</span>
          {inner(block.yes, (yes) => onChange({ ...block, yes }), `${name}成立时`)}
          <span className="rule-word">否则</span>
          {inner(block.no, (no) => onChange({ ...block, no }), `${name}不成立时`)}
        </>
      )}
    </div>
  );
}

type WrittenProps = Pick<ValueBlocksProps, 'name' | 'into' | 'lookups' | 'onChange'> & {
  readonly block: ValueBlock & { kind: 'literal' };
};

/** A value by the input of the field that it is for. */
function Written({ block, onChange, name, into, lookups }: WrittenProps) {
  const id = useId();
  const kind = valueKind(into);
  const isFit = kind !== 'money' && kind !== 'file';
  const field = isFit ? into : NUMBER;
  const isMany = block.type === 'texts' && kind !== 'texts' && kind !== 'links';
  const { Input } = editorsOf(isMany ? { type: 'multiSelect' } : field);
  const value = (kind === 'link' && typeof block.value === 'string' ? { id: block.value } : block.value) as FieldValue;
  return (
    <div className="rule-value">
      <label id={`${id}-label`} htmlFor={id} className="visually-hidden">{`${name}的值`}</label>
      <Input
        id={id}
        field={field}
        value={value === '' ? undefined : value}
        onChange={(next) => onChange(isMany ? { ...block, value: next ?? [] } : literalOf(field, next))}
        onBlur={() => undefined}
        required={false}
        lookups={lookups}
      />
    </div>
  );
}

/** What a parameter is called, with its number where two are called the same. */
function placeOf(parameters: readonly string[], index: number): string {
  const name = parameters[index] ?? '参数';
  return parameters.indexOf(name) === parameters.lastIndexOf(name) ? name : `${name} ${index + 1}`;
}

/** Parts that have no name but their place. */
const placeKey = (index: number): string => `place ${index}`;
