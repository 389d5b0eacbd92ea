// Written by `npm run schemas` from schemas/metadata/option-set.ts: change it there.
import type * as source from '#schemas/metadata/option-set.ts';

export const OPTION_TONES: typeof source.OPTION_TONES = [ "good", "warn", "bad", "busy" ];
