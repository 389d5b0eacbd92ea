// Written by `npm run schemas` from schemas/api/uploads.ts: change it there.
import type * as source from '#schemas/api/uploads.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const BUCKETS: typeof source.BUCKETS = [ "public", "private" ];
export const MAX_FILE_BYTES: typeof source.MAX_FILE_BYTES = 20971520;
export const MAX_PICTURE_BYTES: typeof source.MAX_PICTURE_BYTES = 5242880;
export const MOST_PDF_PAGES: typeof source.MOST_PDF_PAGES = 500;
export const NOT_A_PICTURE: typeof source.NOT_A_PICTURE = "上传格式错误！";
export const PDF_REFUSALS: typeof source.PDF_REFUSALS = { locked: "请上传无需密码即可打开的 PDF：这份文件设有密码", damaged: "请上传无需密码即可打开的 PDF：这份文件已损坏，请重新导出", long: "请上传不超过 500 页的 PDF" };
export const PDF_STATES: typeof source.PDF_STATES = [ "open", "locked", "damaged", "long" ];
export const TOO_LARGE_FILE: typeof source.TOO_LARGE_FILE = "上传大小超出限制！";
export const WRONG_FORMAT: typeof source.WRONG_FORMAT = "上传格式不正确";
export const readPrivateFile: CallOf<typeof source.readPrivateFile> = { method: "GET", path: "/files/private/{id}" };
export const readPublicFile: CallOf<typeof source.readPublicFile> = { method: "GET", path: "/files/public/{id}" };
export const signUpload: CallOf<typeof source.signUpload> = { method: "POST", path: "/mobi-investor/upload/form-api" };
export const takeHostedFile: CallOf<typeof source.takeHostedFile> = { method: "POST", path: "/mobi-investor/upload/hosted" };
export const uploadFile: CallOf<typeof source.uploadFile> = { method: "POST", path: "/mobi-investor/upload", encoding: "multipart" };
