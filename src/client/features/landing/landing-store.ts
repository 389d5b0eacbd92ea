import type { Landing } from '#schemas/api/landing.ts';
import { readLanding } from '#schemas/generated/api/landing.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

export type LandingStore = Loadable<Landing>;

/** What the landing page shows of the data. */
export const landingStore = (api: Api): LandingStore => new Loadable(() => api.call(readLanding));
