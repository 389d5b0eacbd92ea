const LONGEST = 40;

/** The words of a label in Latin letters, each with a capital. The dictionary loads when first needed. */
async function capitalised(label: string): Promise<string> {
  const text = label.slice(0, 20);
  const { pinyin } = await import('pinyin-pro');
  const words = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .flatMap((word) => word.replaceAll('ü', 'v').split(/[^A-Za-z0-9]+/))
    .filter(Boolean);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return joined.replace(/^[0-9]+/, '').slice(0, LONGEST);
}

/**
 * A field's name from its label: `企业口号` → `qiYeKouHao`, `Series A` → `seriesA`; empty when nothing can be made of it.
 */
export async function suggestName(label: string): Promise<string> {
  const name = await capitalised(label);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/**
 * An object's name from its label: `酒庄` → `JiuZhuang`, `Wine list` → `WineList`; another one is tried with a number
 * behind it while `isTaken`. Empty when nothing can be made of the label.
 */
export async function suggestObjectName(label: string, isTaken: (name: string) => boolean): Promise<string> {
  const name = await capitalised(label);
  const stem = name.slice(0, 1).toUpperCase() + name.slice(1);
  if (stem === '') return '';
  let free = stem;
  for (let next = 2; isTaken(free); next += 1) free = `${stem.slice(0, LONGEST - 4)}${next}`;
  return free;
}
