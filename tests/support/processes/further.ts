import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { shippedObjects, shippedOptionSets } from '#server/core/catalog/shipped.ts';
import { openServices } from '#server/services.ts';
import { fromOwnPage } from '#tests/support/app/from-own-page.ts';
import { TEST_NOW, TEST_PASSWORD } from '#tests/support/databases/kept-databases.ts';

/** A further process on the database of an app, signed in as staff. */
export async function openFurther(
  database: Database,
  { now = () => TEST_NOW, password = TEST_PASSWORD }: { readonly now?: () => Date; readonly password?: string } = {},
) {
  const services = await openServices(database, { objects: shippedObjects(), optionSets: shippedOptionSets() }, now);
  const app = fromOwnPage(await createApp(services, { signInLimit: 1000 }));
  const payload = new URLSearchParams({ username: 'staff', password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, headers: { cookie }, payload });
  const post = async <T>(url: string, body: object) =>
    (await send(url, body)).json<{
      code: number;
      data: T & { errors?: { field: string; message: string }[] };
    }>();
  const get = (url: string) => app.inject({ method: 'GET', url, headers: { cookie } });
  return { services, app, post, send, get };
}
