import type { Operand } from '#shared/rules/blocks/operands.ts';
import { usePinyin } from '#client/lib/use-pinyin.ts';
import { Chooser } from '#client/ui/field-types/inputs/chooser.tsx';

/** Choices drawn at most; the rest is found by typing. */
const SHOWN = 80;

interface OperandPickerProps {
  readonly id: string;
  readonly label: string;
  readonly operands: readonly Operand[];
  readonly path: string | undefined;
  readonly onPick: (operand: Operand) => void;
}

/** A field, a part of one, or something beside the record, found by its label, its pinyin or its identifier. */
export function OperandPicker({ id, label, operands, path, onPick }: OperandPickerProps) {
  const holds = usePinyin();
  const chosen = operands.find((operand) => operand.path === path) ?? null;
  return (
    <div className="rule-pick">
      <label id={`${id}-label`} htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Chooser<Operand, false, false>
        id={id}
        problem={undefined}
        required={false}
        disabled={false}
        describedBy={undefined}
        hint="选择字段"
        options={operands}
        value={chosen}
        onBlur={() => undefined}
        onChange={(_, operand) => operand && onPick(operand)}
        getOptionLabel={(operand) => (typeof operand === 'string' ? operand : operand.label)}
        getOptionKey={(operand) => operand.path}
        isOptionEqualToValue={(operand, other) => operand.path === other.path}
        groupBy={(operand) => operand.group}
        filterOptions={(all, { inputValue }) => {
          const text = inputValue.trim();
          if (text === '' || text === chosen?.label) return all.slice(0, SHOWN);
          return all.filter((operand) => holds(operand.label, text) || operand.path.includes(text)).slice(0, SHOWN);
        }}
      />
    </div>
  );
}
