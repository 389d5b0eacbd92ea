import { NOT_A_PICTURE } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { heldFiles, markUsed } from '#server/core/files/queries.ts';

const refusal = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'cover', message }]);

/** Keeps the picture of a livestream from being swept. @throws Failure INVALID_BODY unless it is a public picture of ours. */
export async function holdCover(trx: Db, cover: string | null, at: Date): Promise<void> {
  const file = cover === null ? undefined : ownFile(cover);
  if (!file) return;
  const [held] = await heldFiles(trx, [file.id]);
  if (held?.bucket !== 'public') throw refusal('封面不存在或已失效，请重新上传');
  if (!held.mime.startsWith('image/')) throw refusal(NOT_A_PICTURE);
  await markUsed(trx, [file.id], at);
}
