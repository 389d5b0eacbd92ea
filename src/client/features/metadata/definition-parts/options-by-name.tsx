import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { LanguageForm } from '#schemas/api/metadata-editing.ts';
import type { DefinitionPart } from './definition-part.ts';

/** What is between options that are written or pasted in one go. */
const BETWEEN = /[\n\t,，、;；]+/u;

/** Is a piece of this kind an option: something that is kept by its value and shown by its label? */
export const isOptionForm = (form: LanguageForm | undefined): boolean =>
  ['value', 'label'].every((name) =>
    form?.definition.fields.some(({ apiName, required }) => apiName === name && required === true),
  );

/** The options that a text names beside those that are there; what it names twice is one. */
export function optionsNamed(text: string, pieces: readonly DefinitionPart[]): DefinitionPart[] {
  const taken = new Set(pieces.flatMap(({ value, label }) => [value, label]));
  const names = text.split(BETWEEN).map((name) => name.trim());
  return [...new Set(names)]
    .filter((name) => name !== '' && !taken.has(name))
    .map((name) => ({ value: name, label: name }));
}

interface OptionsByNameProps {
  readonly pieces: readonly DefinitionPart[];
  readonly onAdd: (options: readonly DefinitionPart[]) => void;
}

/** Adds options by their names alone; what else an option has is set in its own form. */
export function OptionsByName({ pieces, onAdd }: OptionsByNameProps) {
  const [text, setText] = useState('');
  const named = optionsNamed(text, pieces);
  const add = () => {
    if (named.length > 0) onAdd(named);
    setText('');
  };
  return (
    <div className="meta-options">
      <TextField
        label="选项名称"
        size="small"
        fullWidth
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        helperText="按回车添加；可一次写多个，用顿号或逗号分开，也可粘贴"
      />
      <Button disabled={named.length === 0} onClick={add}>
        加入
      </Button>
    </div>
  );
}
