import { TEST_PASSWORD, type TestApp, type Who } from '#tests/support/app/test-app.ts';

/** The file of an export as a user who signs in for it receives it. */
export async function fetchedExport(test: TestApp, who: Who, id: string): Promise<string> {
  const payload = new URLSearchParams({ username: who, password: TEST_PASSWORD }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const signedIn = await test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  return (await test.app.inject({ url: `/api/metadata/export/${id}/file`, headers: { cookie } })).body;
}
