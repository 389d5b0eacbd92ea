import { fieldAt } from './access.ts';
import type { CelNode } from './cel.ts';
import type { Frame } from './frame.ts';
import { NoAnswer } from './no-answer.ts';
import { type Compiled, refuse, type Scope } from './scope.ts';

/** `label(self.x)`: what the chosen option is called; of several, what each is called. */
export function compileLabel(node: CelNode, scope: Scope): Compiled {
  const found = fieldAt(node, scope);
  const labelOf = found?.field.labelOf;
  if (!found || !labelOf) return refuse(node, scope, 'label(…) 里请写有选项列表的字段，如 label(self.status)');
  scope.roots.add('labels');
  const read = found.field.read(found.root);
  const run = (frame: Frame) => {
    const value = read(frame);
    if (value instanceof NoAnswer) return value;
    return Array.isArray(value) ? (value as string[]).map(labelOf) : labelOf(value as string);
  };
  return { type: found.field.type, run };
}
