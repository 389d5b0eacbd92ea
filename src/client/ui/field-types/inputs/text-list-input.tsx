import { useState } from 'react';
import { splitList } from '#generators/field-types/parts.ts';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { Chooser } from './chooser.tsx';
import { controlProps } from './control.tsx';

/** Free texts as chips. Enter or leaving adds what is typed; a pasted list is split at 、，；and line ends. */
export function TextListInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props;
  const [typed, setTyped] = useState('');
  const entries = (Array.isArray(value) ? value : []) as readonly string[];
  const put = (texts: readonly string[]) => {
    const next = [...new Set(texts.flatMap(splitList))];
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Chooser<string, true, true>
      {...controlProps(props)}
      multiple
      freeSolo
      options={[]}
      getOptionLabel={(text) => text}
      value={[...entries]}
      onChange={(_, texts) => put(texts)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onBlur={() => {
        if (typed.trim() !== '') put([...entries, typed]);
        setTyped('');
        onBlur();
      }}
      hint={field.config?.placeholder ?? '输入后按回车添加'}
    />
  );
}
