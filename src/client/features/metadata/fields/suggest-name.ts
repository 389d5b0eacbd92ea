const LONGEST = 40;

/**
 * A field's name from its label: `企业口号` → `qiYeKouHao`, `Series A` → `seriesA`; empty when nothing can be made of it.
 * The dictionary loads when first needed.
 */
export async function suggestName(label: string): Promise<string> {
  const text = label.slice(0, 20);
  const { pinyin } = await import('pinyin-pro');
  const words = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .flatMap((word) => word.replaceAll('ü', 'v').split(/[^A-Za-z0-9]+/))
    .filter(Boolean);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  const name = joined.replace(/^[0-9]+/, '');
  return (name.slice(0, 1).toLowerCase() + name.slice(1)).slice(0, LONGEST);
}
