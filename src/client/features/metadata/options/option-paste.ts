import type { SelectOption } from '#schemas/metadata/option-set.ts';
import { findOption } from '#generators/field-types/select.ts';
import { splitList } from '#generators/field-types/parts.ts';

/** What many pasted lines become. */
export interface PastedOptions {
  readonly options: readonly SelectOption[];
  /** Names that are there already, under their own or another spelling. */
  readonly known: readonly string[];
  /** Lines that cannot be taken, with why. */
  readonly refused: readonly string[];
}

const MAX_VALUE = 64;
const MAX_LABEL = 200;

/**
 * Lines as a spreadsheet copies them: name, value (the name when absent), other spellings, and for trees the name or value
 * of the branch above, with tabs in between.
 */
export function pastedOptions(text: string, present: readonly SelectOption[], isTree: boolean): PastedOptions {
  const options: SelectOption[] = [];
  const known: string[] = [];
  const refused: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [label = '', value = '', aliases = '', above = ''] = line.split('\t').map((cell) => cell.trim());
    const all = [...present, ...options];
    const parent = isTree && above !== '' ? findOption(above, all) : undefined;
    if (label === '') refused.push(`“${line.trim().slice(0, 40)}”没有名称`);
    else if ([...label].length > MAX_LABEL || [...(value || label)].length > MAX_VALUE)
      refused.push(`“${label.slice(0, 40)}”太长`);
    else if (isTree && above !== '' && !parent) refused.push(`“${label}”的上级“${above.slice(0, 40)}”不存在`);
    else if (findOption(value || label, all) ?? findOption(label, all)) known.push(label);
    else
      options.push({
        value: value || label,
        label,
        ...(parent && { parent: parent.value }),
        ...(aliases !== '' && { aliases: splitList(aliases) }),
      });
  }
  return { options, known, refused };
}
