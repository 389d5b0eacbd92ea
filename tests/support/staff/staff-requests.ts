import type { StaffUser } from '#schemas/api/staff.ts';
import type { RecordReply, RecordRow } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { type Answer, type TestApp, TEST_PASSWORD, type Who } from '#tests/support/app/test-app.ts';

const ENTRY = [
  'no',
  'at',
  'actorName',
  'action',
  'targetKind',
  'targetId',
  'user',
  'reason',
  'details',
  'previousHash',
  'hash',
];
/** An entry of the audit log as staff read it. */
interface Entry {
  readonly id: string;
  readonly actorName: string;
  readonly action: string;
  readonly targetId: string;
  readonly reason?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly previousHash: string;
}

const USERS = '/api/staff/users';

/** What staff ask of an app, in short. */
export function staffRequests(test: TestApp) {
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
    /** Entries of the audit log, the newest first: `?action=user.frozen` as the address of the list has it. */
    log: async (query = '') => {
      const and = [...new URLSearchParams(query)].map(([field, value]) => ({ field, op: 'in', value: [value] }));
      const filter = and.length > 0 && { filter: { and } };
      const body = { objectApiName: 'LogEntry', fields: ENTRY, pageSize: 100, ...filter };
      type Row = Omit<Entry, 'details'> & { readonly details?: string };
      const { list } = made(await test.post<{ list: Row[] }>('staff', '/api/metadata/data/getLayoutAndDataList', body));
      const details = (row: Row) => JSON.parse(row.details ?? '{}') as Entry['details'];
      return { list: list.map((row): Entry => ({ ...row, details: details(row) })) };
    },
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
