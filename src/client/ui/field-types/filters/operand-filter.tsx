import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { useId, type ComponentType } from 'react';
import { OPERATOR_FORMS } from '#generators/operators.ts';
import type { Operator } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { Inside } from '#client/ui/field-types/inputs/control.tsx';
import { NumberInput } from '#client/ui/field-types/inputs/number-input.tsx';
import type { FilterProps, InputProps } from '#client/ui/field-types/field-type-ui.ts';

/** How one value and a list of values of a type are entered. Types without such operators need only what they offer. */
export interface OperandEditors {
  readonly One: ComponentType<InputProps>;
  readonly Many: ComponentType<InputProps>;
  /** What a user must know to read the answer right, in Chinese; undefined where the operator says it all. */
  readonly hint?: (op: Operator, field: FieldDefinition) => string | undefined;
}

type OperandProps = FilterProps & Pick<InputProps, 'describedBy'>;

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 6, '& > *': { minWidth: 0 } });
const Grow = styled('div')({ flex: '1 1 0' });
const nothing = () => undefined;

/** The value editor of a type, by the shape that the chosen operator asks for. */
export function operandFilter({ hint, ...editors }: OperandEditors) {
  const Operand = operandEditor(editors);
  return function OperandFilter(props: FilterProps) {
    const id = useId();
    const words = hint?.(props.comparison.op, props.field);
    if (words === undefined) return <Operand {...props} />;
    return (
      <div>
        <Operand {...props} describedBy={id} />
        <FormHelperText id={id}>{words}</FormHelperText>
      </div>
    );
  };
}

/** The value editor without what there is to know about it. */
function operandEditor({ One, Many }: Omit<OperandEditors, 'hint'>) {
  return function Operand({ field, comparison, onChange, lookups, describedBy }: OperandProps) {
    const id = useId();
    const { shape, label } = OPERATOR_FORMS[comparison.op];
    const put = (value: unknown) =>
      onChange(value === undefined ? { field: comparison.field, op: comparison.op } : { ...comparison, value });
    const common = { field, onBlur: nothing, required: false, lookups, describedBy };
    const whole = { id, name: `${field.label}${label}`, value: comparison.value as FieldValue, onChange: put };
    switch (shape) {
      case 'nothing':
        return null;
      case 'one':
        return <Named {...common} {...whole} Editor={One} />;
      case 'list':
        return <Named {...common} {...whole} Editor={Many} />;
      case 'count': {
        const [before, after] = label.split('N');
        return (
          <Row>
            <Inside>{before}</Inside>
            <Named {...common} {...whole} field={COUNT} Editor={NumberInput} />
            <Inside>{after}</Inside>
          </Row>
        );
      }
      case 'range': {
        const [from, to] = (Array.isArray(comparison.value) ? comparison.value : []) as FieldValue[];
        // An end that is left empty is open.
        const range = (a: FieldValue, b: FieldValue) =>
          put(a === undefined && b === undefined ? undefined : [a ?? null, b ?? null]);
        return (
          <Row>
            <Named
              {...common}
              id={`${id}-from`}
              name={`${field.label}从`}
              value={from ?? undefined}
              onChange={(a) => range(a, to ?? undefined)}
              Editor={One}
            />
            <Inside>至</Inside>
            <Named
              {...common}
              id={`${id}-to`}
              name={`${field.label}到`}
              value={to ?? undefined}
              onChange={(b) => range(from ?? undefined, b)}
              Editor={One}
            />
          </Row>
        );
      }
    }
  };
}

const COUNT: FieldDefinition = { apiName: 'count', type: 'integer', label: '数目' };

interface NamedProps extends InputProps {
  readonly name: string;
  readonly Editor: ComponentType<InputProps>;
}

const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** An editor with a name that only assistive technology reads: on screen the field and the operator precede it. */
function Named({ name, Editor, ...input }: NamedProps) {
  return (
    <Grow>
      <label id={`${input.id}-label`} htmlFor={input.id} style={HIDDEN}>
        {name}
      </label>
      <Editor {...input} />
    </Grow>
  );
}
