import { setImmediate as turn } from 'node:timers/promises';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import { readHead } from '#server/features/imports/preview/read-head.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { tryKeys } from './key-trial.ts';

/**
 * Warns when rows of a file share the natural key of the mapping although their contents differ: the last of them would
 * overwrite the others. Undefined when no row does, or when the file cannot be read, which the run itself reports.
 */
export async function keyWarning(file: string, mapping: ImportMapping): Promise<string | undefined> {
  const { encoding = 'utf-8', delimiter = ',', header = 1, format = 'csv', quote, sheet } = mapping;
  const limits = limitsOf(mapping.limits);
  try {
    const asked = {
      encoding,
      delimiter,
      header,
      ...(quote !== undefined && { quote }),
      ...(sheet !== undefined && { sheet }),
    };
    const { columns } = await readHead(file, format, asked, limits);
    const [trial] = await tryKeys(file, mapping, columns, [mapping.key], limits, () => turn());
    if (!trial || trial.collisions === 0) return undefined;
    const looked = `${trial.isWhole ? '' : '前 '}${trial.rows} 行`;
    const where = trial.examples.map(({ row }) => row).join('、');
    return `注意：${looked}中有 ${trial.collisions} 行的唯一标识（${trial.key.join('、')}）与前面的行相同而内容不同，导入后只留下最后一行的内容（如第 ${where} 行）`;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
