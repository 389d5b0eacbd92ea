import type { StaffUser } from '#schemas/api/staff.ts';
import type { RecordReply, RecordRow } from '#schemas/api/records.ts';
import type { LogEntry } from '#schemas/api/audit-log.ts';
import { made } from '#tests/support/editing.ts';
import { type Answer, type TestApp, TEST_PASSWORD, type Who } from '#tests/support/app/test-app.ts';

const USERS = '/api/staff/users';

/** Shorthands for the staff desk of an app. */
export function staffDesk(test: TestApp) {
  let keys = 0;
  const find = async (body: object) => made(await test.post<{ list: StaffUser[] }>('staff', `${USERS}/find`, body));
  const uidOf = async (username: string): Promise<string> => {
    const { list } = await find({ word: username });
    const uid = list.find((user) => user.username === username)?.uid;
    if (uid === undefined) throw new Error(`No user ${username}`);
    return uid;
  };
  const act = (uid: string, action: string, body: object, who: Who = 'staff'): Promise<Answer<unknown>> =>
    test.post(who, `${USERS}/${uid}/${action}`, body);
  const record = async (objectApiName: string, id: string) =>
    made(await test.get<RecordReply>('staff', `/api/metadata/data/${objectApiName}/${id}`)).record;
  return {
    find,
    uidOf,
    act,
    /** What staff see of a user, and of a report. */
    user: (uid: string) => record('User', uid),
    report: (id: string) => record('Report', id),
    /** The rows of a list of staff. */
    rows: async (objectApiName: string, query: object = {}) =>
      made(
        await test.post<{ list: RecordRow[] }>('staff', '/api/metadata/data/getLayoutAndDataList', {
          objectApiName,
          ...query,
        }),
      ).list,
    /** A key that no other action has. */
    key: () => `test-key-${(keys += 1)}`,
    log: async (query = '') =>
      made(await test.get<{ list: LogEntry[]; after: string | null }>('staff', `/api/staff/log${query}`)),
    /** A session of one’s own, apart from those that the app keeps: its cookie. */
    signIn: async (username: string): Promise<string> => {
      const payload = new URLSearchParams({ username, password: TEST_PASSWORD }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
      return String(reply.headers['set-cookie']).split(';')[0] ?? '';
    },
    /** What the server answers to a client with this cookie. */
    whoIs: async (cookie: string) =>
      (await test.app.inject({ method: 'GET', url: '/api/rong/user/profile/v2', headers: { cookie } })).json<{
        code: number;
        msg: string;
      }>(),
  };
}
