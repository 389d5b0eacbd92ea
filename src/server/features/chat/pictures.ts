import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { PictureContent } from '#schemas/api/chat.ts';
import { NOT_A_PICTURE } from '#schemas/api/uploads.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from '#server/db/database.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { grantFile } from '#server/platform/files/queries.ts';
import { heldFiles, markUsed } from '#server/core/files/queries.ts';
import type { NewMessage } from '#server/platform/messages/send-queries.ts';

const GONE = '图片不存在或已失效，请重新上传';
const Size = Type.Integer({ minimum: 1, maximum: 100_000 });
const Sent = Type.Object(
  {
    url: Type.String({ maxLength: 200 }),
    sourceUrl: Type.String({ maxLength: 200 }),
    width: Type.Optional(Size),
    height: Type.Optional(Size),
  },
  { additionalProperties: false },
);

const refusal = (message: string) => new Failure('INVALID_BODY', message, [{ field: 'content', message }]);

/** Ids of the files of ours that a picture consists of, each once. */
export function filesOf({ url, sourceUrl }: PictureContent): string[] {
  return [...new Set([url, sourceUrl].flatMap((address) => ownFile(address)?.id ?? []))];
}

/** The content of a picture message, in the one way in which it is stored. @throws Failure INVALID_BODY */
export function readPicture(content: string): PictureContent {
  const picture = parsed(content);
  if (!Value.Check(Sent, picture)) throw refusal(NOT_A_PICTURE);
  // What two users show each other is kept where no other user can fetch it.
  const isOurs = [picture.url, picture.sourceUrl].every((address) => ownFile(address)?.bucket === 'private');
  if (!isOurs) throw refusal(GONE);
  const { url, sourceUrl, width, height } = picture;
  return { url, sourceUrl, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * Lets the peer fetch the files of a picture, in the transaction that stores the message.
 * @throws Failure INVALID_BODY unless they are private pictures that the sender uploaded.
 */
export async function grantPicture(
  trx: Db,
  picture: PictureContent,
  { senderId, peerId, at }: Pick<NewMessage, 'senderId' | 'peerId' | 'at'>,
): Promise<void> {
  const ids = filesOf(picture);
  const files = await heldFiles(trx, ids);
  const own = files.filter(({ owner_id, bucket }) => owner_id === senderId && bucket === 'private');
  if (own.length < ids.length) throw refusal(GONE);
  if (!own.every(({ mime }) => mime.startsWith('image/'))) throw refusal(NOT_A_PICTURE);
  await markUsed(trx, ids, at);
  for (const id of ids) await grantFile(trx, id, peerId);
}
