// Written by `npm run schemas` from schemas/api/uploads.ts: change it there.
import type * as source from '#schemas/api/uploads.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const BUCKETS: typeof source.BUCKETS = [ "public", "private" ];
export const MAX_FILE_BYTES: typeof source.MAX_FILE_BYTES = 20971520;
export const MAX_PICTURE_BYTES: typeof source.MAX_PICTURE_BYTES = 5242880;
export const NOT_A_PICTURE: typeof source.NOT_A_PICTURE = "上传格式错误！";
export const TOO_LARGE_FILE: typeof source.TOO_LARGE_FILE = "上传大小超出限制！";
export const WRONG_FORMAT: typeof source.WRONG_FORMAT = "上传格式不正确";
export const readPrivateFile: CallOf<typeof source.readPrivateFile> = { method: "GET", path: "/files/private/{id}" };
export const readPublicFile: CallOf<typeof source.readPublicFile> = { method: "GET", path: "/files/public/{id}" };
export const signUpload: CallOf<typeof source.signUpload> = { method: "POST", path: "/mobi-investor/upload/form-api" };
export const takeHostedFile: CallOf<typeof source.takeHostedFile> = { method: "POST", path: "/mobi-investor/upload/hosted" };
export const uploadFile: CallOf<typeof source.uploadFile> = { method: "POST", path: "/mobi-investor/upload", encoding: "multipart" };
