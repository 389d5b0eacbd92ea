// Written by `npm run schemas` from schemas/metadata/package.ts: change it there.
import type * as source from '#schemas/metadata/package.ts';

export const MAX_PACKAGE_BYTES: typeof source.MAX_PACKAGE_BYTES = 8388608;
export const PACKAGE_FORMAT: typeof source.PACKAGE_FORMAT = "jingtu-package";
export const PACKAGE_VERSION: typeof source.PACKAGE_VERSION = 1;
