import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listObjects, readObject } from '#schemas/api/metadata.ts';
import { listRecords } from '#schemas/api/records.ts';
import { readProfile, signIn, signOut, type Profile } from '#schemas/api/session.ts';
import { App } from '#client/app/app.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { EventStream } from '#client/lib/events.ts';
import { FakeApi, refusal, row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { VIEW } from '#tests/ui/records/lists.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';

class SilentSource extends EventTarget {
  static readonly CLOSED = 2;
  close(): void {}
}

/** Pushed events of which none ever comes. */
export const silentEvents = (): EventStream =>
  new EventStream({
    openSource: () => new SilentSource() as unknown as EventSource,
    openChannel: () =>
      Object.assign(new EventTarget(), {
        postMessage: () => undefined,
        close: () => undefined,
      }) as unknown as BroadcastChannel,
  });

/** Takes the product off the page; for `afterEach`. */
export function closeApp(): void {
  cleanup();
  window.location.hash = '';
}

/** A server with one list of one company; `person` is signed in. */
export function server(person?: Profile): FakeApi {
  return new FakeApi()
    .on(readProfile, () => {
      if (person) return person;
      throw refusal('SESSION_INVALID');
    })
    .on(signIn, ({ body }) => {
      if (body.password === '正确') return FOUNDER_PROFILE;
      throw refusal('SIGN_IN_REFUSED');
    })
    .on(signOut, () => null)
    .on(listObjects, () => [
      {
        apiName: 'InsightCompany',
        label: '企业',
        version: 1,
        route: '/data/InsightCompany',
        onHome: false,
        creatable: false,
        forMembers: true,
      },
    ])
    .on(listRecords, () => ({
      layout: VIEW,
      list: [row({ id: '1', name: '示例企业1' })],
      total: 1,
      totalIsExact: true,
      after: null,
    }))
    .on(readObject, ({ params }) => ({
      ...sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]),
      apiName: params.objectApiName,
    }));
}

/** The whole product in a page at a path. */
export async function openApp(path: string, api: FakeApi) {
  window.location.hash = `#${path}`;
  const stores = buildStores(api, silentEvents());
  render(<App stores={stores} />);
  await stores.session.load();
  return { stores, user: userEvent.setup() };
}
