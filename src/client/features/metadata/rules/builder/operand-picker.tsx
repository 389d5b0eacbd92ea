import { useMemo } from 'react';
import type { Operand } from '#shared/rules/blocks/operands.ts';
import type { Way } from '#shared/rules/blocks/ways.ts';
import { usePinyin } from '#client/lib/use-pinyin.ts';
import { Chooser } from '#client/ui/field-types/inputs/chooser.tsx';
import { useWays } from './ways.ts';

/** Choices drawn at most; the rest is found by typing. */
const SHOWN = 80;

interface OperandPickerProps {
  readonly id: string;
  readonly label: string;
  readonly operands: readonly Operand[];
  readonly path: string | undefined;
  readonly onPick: (operand: Operand) => void;
  /** Fields of the object itself alone: nothing is read over its references. */
  readonly isOwn?: boolean;
}

/** Something to choose: an operand, or a way over a reference to one. */
interface Choice {
  readonly path: string;
  readonly label: string;
  readonly group: string;
  readonly operand?: Operand;
  readonly way?: Way;
}

const wayChoice = (way: Way): Choice => ({
  path: way.path,
  label: way.label,
  group: way.known ? '经关联字段' : '经关联字段（将新建引用）',
  way,
});

/** A field, a part of one, or something beside the record, found by its label, its pinyin or its identifier. */
export function OperandPicker({ id, label, operands, path, onPick, isOwn = false }: OperandPickerProps) {
  const holds = usePinyin();
  const ways = useWays();
  const choices = useMemo<readonly Choice[]>(
    () => [
      ...operands.map((operand) => ({ ...operand, operand })),
      ...(isOwn ? [] : [...ways.all].sort((one, other) => Number(!one.known) - Number(!other.known)).map(wayChoice)),
    ],
    [operands, ways, isOwn],
  );
  const chosen = choices.find((choice) => choice.operand && choice.path === path) ?? null;
  const pick = ({ operand, way }: Choice) => {
    const taken = operand ?? (way && ways.take(way));
    if (taken) onPick(taken);
  };
  return (
    <div className="rule-pick">
      <label id={`${id}-label`} htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Chooser<Choice, false, false>
        id={id}
        problem={undefined}
        required={false}
        disabled={false}
        describedBy={undefined}
        hint="选择字段"
        options={choices}
        value={chosen}
        onBlur={() => undefined}
        onChange={(_, choice) => choice && pick(choice)}
        getOptionLabel={(choice) => (typeof choice === 'string' ? choice : choice.label)}
        getOptionKey={(choice) => (typeof choice === 'string' ? choice : choice.path)}
        isOptionEqualToValue={(choice, other) => choice.path === other.path}
        groupBy={(choice) => choice.group}
        filterOptions={(all, { inputValue }) => {
          const text = inputValue.trim();
          if (text === '' || text === chosen?.label) return all.slice(0, SHOWN);
          return all.filter((choice) => holds(choice.label, text) || choice.path.includes(text)).slice(0, SHOWN);
        }}
      />
    </div>
  );
}
