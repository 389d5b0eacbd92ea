import { Type, type Static } from 'typebox';
import { ObjectApiName } from '#schemas/metadata/names.ts';
import { RecordId, route } from './route.ts';

/** A picture of an album: a public file, and what the company says of it. */
const AlbumPicture = Type.Object({ url: Type.String(), caption: Type.String() });
export type AlbumPicture = Static<typeof AlbumPicture>;

/** The pictures that a company shows of itself and its project. */
export const Album = Type.Object({
  /** The record whose album it is, and the company that fills it. */
  name: Type.String(),
  ccid: RecordId,
  company: Type.String(),
  /** The user looks after it. */
  isOwn: Type.Boolean(),
  /** Everyone may see it, also without an account. */
  isOpen: Type.Boolean(),
  pictures: Type.Array(AlbumPicture),
});
export type Album = Static<typeof Album>;

export const readAlbum = route({
  method: 'GET',
  path: '/api/rong/album/{objectApiName}/{id}',
  summary: 'The album of a project, or of a company that has one that is raising; open to visitors while it is',
  action: 'album.read',
  params: Type.Object({ objectApiName: ObjectApiName, id: RecordId }),
  reply: Album,
});
