import { Failure } from '#shared/errors.ts';

/**
 * Some calls name the same thing in the address and once more beside it: where the two differ, neither is believed.
 * @throws Failure INVALID_BODY naming the field.
 */
export function refuseOther(field: string, inPath: string, besides: string | undefined): void {
  const message = '地址与请求内容不一致';
  if (besides !== undefined && inPath !== besides) throw new Failure('INVALID_BODY', message, [{ field, message }]);
}
