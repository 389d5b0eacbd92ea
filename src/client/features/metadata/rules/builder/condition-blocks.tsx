import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { Operator } from '#schemas/metadata/condition.ts';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import { type Block, type Group, groupOf, type Line } from '#shared/rules/blocks/block.ts';
import { type Operand, operatorsOf, operatorWord } from '#shared/rules/blocks/operands.ts';
import { fits } from '#shared/rules/blocks/read-blocks.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import type { FieldLookups } from '#client/ui/field-types/field-type-ui.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { inPlaceOf, keyOf, withMember } from './block-drafts.ts';
import { OperandPicker } from './operand-picker.tsx';

export interface BlockSurroundings {
  readonly operands: ReadonlyMap<string, Operand>;
  readonly lookups: FieldLookups;
}

interface GroupBlocksProps extends BlockSurroundings {
  readonly group: Group;
  readonly onChange: (group: Group) => void;
  /** What the conditions are called to assistive technology. */
  readonly name: string;
  readonly depth?: number;
}

/** Groups inside one another, at most. */
const DEEPEST = 3;

/** Conditions under 全部 or 任一, with others inside. */
export function GroupBlocks({ group, onChange, name, depth = 0, ...around }: GroupBlocksProps) {
  const first = [...around.operands.values()].find((operand) => operatorsOf(operand).length > 0);
  const add = (block: Block) => onChange(inPlaceOf(group, { ...group, members: [...group.members, block] }));
  const line = (): Line => ({ kind: 'line', operand: '', op: 'notEmpty' });
  return (
    <div role="group" aria-label={name} className="rule-group">
      {(group.members.length > 1 || depth > 0 || group.isNegated) && (
        <div className="rule-join">
          <NativeChoice
            aria-label={`${name}满足`}
            value={`${group.isNegated ? 'not-' : ''}${group.join}`}
            onChange={({ target: { value } }) =>
              onChange(
                inPlaceOf(group, {
                  ...group,
                  join: value.endsWith('or') ? 'or' : 'and',
                  isNegated: value.startsWith('not'),
                }),
              )
            }
          >
            <option value="and">满足全部条件</option>
            <option value="or">满足任一条件</option>
            <option value="not-and">并非满足全部条件</option>
            <option value="not-or">并非满足任一条件</option>
          </NativeChoice>
        </div>
      )}
      {group.members.map((member, index) => {
        const place = `${name} ${index + 1}`;
        const put = (next: Block | undefined) => onChange(withMember(group, member, next));
        return (
          <div key={keyOf(member)} className="rule-member">
            {index > 0 && <span className="rule-word">{group.join === 'and' ? '且' : '或'}</span>}
            {member.kind === 'line' ? (
              <LineBlock {...around} line={member} onChange={put} place={place} />
            ) : (
              <GroupBlocks {...around} group={member} onChange={put} name={place} depth={depth + 1} />
            )}
            <IconButton size="small" aria-label={`删除${place}`} onClick={() => put(undefined)}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
            {leavesBlankOpen(member, group) && depth < DEEPEST && (
              <p className="rule-blank">
                未填写时没有结果
                <Button size="small" onClick={() => put(orBlank(member))}>
                  未填写也算
                </Button>
              </p>
            )}
          </div>
        );
      })}
      <div className="rule-adds">
        <Button size="small" startIcon={<Add />} disabled={!first} onClick={() => add(line())}>
          添加条件
        </Button>
        {depth < DEEPEST && group.members.length > 0 && (
          <Button
            size="small"
            color="inherit"
            onClick={() => add(groupOf(group.join === 'and' ? 'or' : 'and', [line(), line()]))}
          >
            添加条件组
          </Button>
        )}
      </div>
    </div>
  );
}

/** A comparison has no answer where nothing is filled in, which users expect to be other than any value. */
const OTHER_THAN: ReadonlySet<Operator> = new Set(['ne', 'notIn']);

/** May users take a condition for one that holds where nothing is filled in, and it does not say so? */
const leavesBlankOpen = (member: Block, { join, members }: Group): member is Line =>
  member.kind === 'line' &&
  OTHER_THAN.has(member.op) &&
  member.operand !== '' &&
  !(
    join === 'or' && members.some((one) => one.kind === 'line' && one.op === 'empty' && one.operand === member.operand)
  );

const orBlank = (line: Line): Group => groupOf('or', [line, { kind: 'line', operand: line.operand, op: 'empty' }]);

interface LineBlockProps extends BlockSurroundings {
  readonly line: Line;
  readonly onChange: (line: Line) => void;
  readonly place: string;
}

const comparable = (operands: BlockSurroundings['operands']) =>
  [...operands.values()].filter((operand) => operatorsOf(operand).length > 0);

/** One comparison: a field, how it is compared, and with what. */
const LineBlock = observer(function LineBlock({ line, onChange, place, operands, lookups }: LineBlockProps) {
  const id = useId();
  const operand = operands.get(line.operand);
  const pick = ({ path, ...picked }: Operand) =>
    onChange({ kind: 'line', operand: path, op: operatorsOf({ path, ...picked })[0] ?? 'notEmpty' });
  return (
    <div className="rule-line">
      <OperandPicker
        id={id}
        label={`${place}的字段`}
        operands={comparable(operands)}
        path={line.operand}
        onPick={pick}
      />
      {operand && (
        <>
          <NativeChoice
            aria-label={`${place}的比较方式`}
            value={line.op}
            onChange={({ target }) => onChange(withOperator(line, target.value as Operator))}
          >
            {operatorsOf(operand).map((op) => (
              <option key={op} value={op}>
                {operatorWord(op, operand.kind)}
              </option>
            ))}
          </NativeChoice>
          {OPERATOR_FORMS[line.op].shape !== 'nothing' && (
            <LineValue {...{ line, onChange, place, operands, lookups, operand }} />
          )}
        </>
      )}
    </div>
  );
});

/** The same comparison by another operator; the value stays where it still means the same. */
function withOperator({ operand, op: before, value, other }: Line, op: Operator): Line {
  const keeps = OPERATOR_FORMS[before].shape === OPERATOR_FORMS[op].shape;
  return {
    kind: 'line',
    operand,
    op,
    ...(keeps && value !== undefined && { value }),
    ...(keeps && other !== undefined && { other }),
  };
}

/** A value, entered as values of the field are, or another field. */
function LineValue({
  line,
  onChange,
  place,
  operands,
  lookups,
  operand,
}: LineBlockProps & { readonly operand: Operand }) {
  const id = useId();
  const { value: _value, other, ...bare } = line;
  const isList = OPERATOR_FORMS[line.op].shape === 'list';
  const others = [...operands.values()].filter(
    (candidate) => candidate.path !== operand.path && (isList ? candidate.kind === 'list' : fits(operand, candidate)),
  );
  const isOther = other !== undefined;
  return (
    <>
      {others.length > 0 && operand.kind !== 'flag' && (
        <NativeChoice
          aria-label={`${place}与什么比较`}
          value={isOther ? 'field' : 'value'}
          onChange={({ target }) => onChange(target.value === 'field' ? { ...bare, other: '' } : bare)}
        >
          <option value="value">值</option>
          <option value="field">字段</option>
        </NativeChoice>
      )}
      <div className="rule-value">
        {isOther ? (
          <OperandPicker
            id={id}
            label={`${place}的另一个字段`}
            operands={others}
            isOwn
            path={other}
            onPick={({ path }) => onChange({ ...bare, other: path })}
          />
        ) : (
          <OneValue {...{ line, onChange, operand, lookups, place }} />
        )}
      </div>
    </>
  );
}

interface OneValueProps extends Pick<LineBlockProps, 'line' | 'onChange' | 'lookups' | 'place'> {
  readonly operand: Operand;
}

const OneValue = observer(function OneValue({ line, onChange, operand, lookups, place }: OneValueProps) {
  const id = useId();
  const { field } = operand;
  const target = field.targetApiName;
  if (operand.kind === 'link' && target !== undefined && (line.op === 'eq' || line.op === 'ne')) {
    const { Input } = editorsOf({ type: 'reference' });
    const link = typeof line.value === 'string' ? { id: line.value } : (line.value as { id: string } | undefined);
    const name = link && lookups.recordName?.(target, link.id);
    return (
      <>
        <label id={`${id}-label`} htmlFor={id} className="visually-hidden">{`${place}的值`}</label>
        <Input
          id={id}
          field={field}
          value={link && (name === undefined ? link : { ...link, name })}
          onChange={(value) => onChange({ ...line, value })}
          onBlur={() => undefined}
          required={false}
          lookups={lookups}
        />
      </>
    );
  }
  const { Filter } = editorsOf(field);
  return (
    <Filter
      field={field}
      comparison={{ field: field.apiName, op: line.op, ...(line.value !== undefined && { value: line.value }) }}
      onChange={({ value }) => onChange({ ...line, value })}
      lookups={lookups}
    />
  );
});
