import { useState } from 'react';
import type { FieldMapping } from '#schemas/metadata/import-mapping.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';

interface OptionLabelMappingProps {
  readonly mapped: FieldMapping;
  readonly field: FieldDefinition;
  readonly onChange: (map: FieldMapping['map']) => void;
}

/** What words of the file mean which option, one pair a line: `operating = 运营中`. */
export function OptionLabelMapping({ mapped, field, onChange }: OptionLabelMappingProps) {
  const [text, setText] = useState(() => linesOf(mapped.map));
  const shared = typeof mapped.map === 'string';
  const options = field.selectOptions?.filter(({ retired }) => retired !== true) ?? [];
  return (
    <label className="imp-field imp-wide">
      <span>选项对照</span>
      <textarea
        rows={3}
        value={shared ? `使用映射中的对照表“${String(mapped.map)}”` : text}
        readOnly={shared}
        placeholder={`每行一对，如：operating = ${options[0]?.label ?? '选项名称'}`}
        onChange={(event) => {
          setText(event.target.value);
          onChange(mapOf(event.target.value));
        }}
      />
      <small>
        等号左边是文件里的写法，右边是选项；右边留空表示没有值。
        {options.length > 0 && options.length <= 30 ? `现有选项：${options.map(({ label }) => label).join('、')}` : ''}
      </small>
    </label>
  );
}

function linesOf(map: FieldMapping['map']): string {
  if (typeof map !== 'object') return '';
  return Object.entries(map)
    .map(([from, to]) => `${from} = ${typeof to === 'object' ? '' : String(to)}`)
    .join('\n');
}

function mapOf(text: string): Record<string, string | null> | undefined {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const from = line.slice(0, at).trim();
    const to = line.slice(at + 1).trim();
    return at > 0 && from !== '' ? [[from, to === '' ? null : to] as const] : [];
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
