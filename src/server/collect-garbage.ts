import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Gives the memory back that only the start needed, about 150 MB. A server at rest allocates too little for V8 to do it by
 * itself. It takes about a tenth of a second.
 */
export function collectGarbage(): void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  collect();
}
