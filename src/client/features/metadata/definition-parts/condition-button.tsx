import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { type ComponentType, createContext, useContext, useState } from 'react';
import type { Condition } from '#schemas/metadata/condition.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';

export interface ConditionBuilderProps {
  /** The object whose records are compared, as it is edited or saved. */
  readonly object: ObjectDefinition;
  readonly filter: Condition | undefined;
  readonly onApply: (next: Condition | undefined) => void;
  readonly onClose: () => void;
}

/** The dialog by which lists are filtered; the app gives it, and where there is none conditions are written as text. */
export const ConditionBuilder = createContext<ComponentType<ConditionBuilderProps> | undefined>(undefined);

interface ConditionButtonProps {
  readonly label: string;
  readonly object: ObjectDefinition;
  /** What is written now: a condition, or what is not yet one. */
  readonly value: unknown;
  /** The field of the form that the condition is in. */
  readonly apiName: string;
  readonly onPut: (apiName: string, condition: Condition | undefined) => void;
}

/** Opens the dialog for one condition of a definition. */
export const ConditionButton = observer(function ConditionButton({
  label,
  object,
  value,
  apiName,
  onPut,
}: ConditionButtonProps) {
  const Builder = useContext(ConditionBuilder);
  const [isOpen, setOpen] = useState(false);
  if (!Builder) return null;
  const filter = typeof value === 'object' && value !== null ? (value as Condition) : undefined;
  const words = filter ? '修改条件' : '设置条件';
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`${words}：${label}`}>
        {words}
      </Button>
      {isOpen && (
        <Builder {...{ object, filter }} onApply={(next) => onPut(apiName, next)} onClose={() => setOpen(false)} />
      )}
    </>
  );
});
