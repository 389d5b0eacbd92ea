import type { Page } from 'playwright-core';
import { BINDINGS } from '#schemas/bindings.ts';
import { formPath } from '#client/lib/router.ts';
import type { RunningApp } from '#tests/support/app/running-app.ts';
import { documentPictures, type Picture } from './pictures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();

/** The pictures of the articles of the help center. */
export async function helpPictures(app: RunningApp): Promise<readonly Picture[]> {
  const shared = new Set(['list', 'company', 'institution', 'search', 'chat', 'profile', 'import']);
  return [
    ...(await documentPictures(app)).filter(({ name }) => shared.has(name)),
    { name: 'login', who: 'visitor', path: '/login', ready: heading },
    { name: 'financing', who: 'founder', path: '/financing', ready: heading },
    { name: 'financing-form', who: 'founder', path: formPath(BINDINGS.financing.object), ready: heading },
  ];
}
