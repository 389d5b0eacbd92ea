import { observer } from 'mobx-react-lite';
import { ConditionPart } from './condition-part.tsx';
import { FieldPart, ObjectPart } from './name-part.tsx';
import { OrderPart } from './order-part.tsx';
import type { PartProps } from './part-lookups.ts';
import { ValuePart } from './value-part.tsx';

/** The control of a text that holds a part of a definition: what it names is chosen by its label. */
export const HeldPart = observer(function HeldPart(props: PartProps) {
  const holds = props.field.config?.holds;
  switch (holds) {
    case undefined:
      return null;
    case 'object':
      return <ObjectPart {...props} />;
    case 'condition':
      return <ConditionPart {...props} />;
    case 'value':
      return <ValuePart {...props} />;
    case 'order':
      return <OrderPart {...props} />;
    default:
      return <FieldPart {...props} holds={holds} />;
  }
});
