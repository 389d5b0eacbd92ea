import type { Home, ShownBlock } from '#schemas/api/home.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { storeHome } from '#server/commands/seed/home.ts';
import type { SignedIn } from '#tests/support/account/people.ts';
import { made } from '#tests/support/editing.ts';
import { PipelineWorld } from '#tests/support/pipeline/pipeline-world.ts';
import { TEST_NOW, type Who } from '#tests/support/app/test-app.ts';

type Sender = Pick<SignedIn, 'send'>;
const DATA = '/api/metadata/data';

/** The first page with the blocks that ship, as users read it. */
export class HomeWorld {
  readonly pipeline: PipelineWorld;

  static async open(): Promise<HomeWorld> {
    const pipeline = await PipelineWorld.open();
    const { database, writer } = pipeline.contacts.test.services;
    await storeHome(database, writer, TEST_NOW);
    return new HomeWorld(pipeline);
  }

  private constructor(pipeline: PipelineWorld) {
    this.pipeline = pipeline;
  }

  get test() {
    return this.pipeline.contacts.test;
  }

  get staff(): Sender {
    return this.pipeline.contacts.staff;
  }

  close(): Promise<void> {
    return this.pipeline.close();
  }

  /** The page with those blocks read again by themselves that were slow at first, as the client does. */
  async home(who: Sender | Who): Promise<Home> {
    const ask = async (path: string) =>
      made(typeof who === 'string' ? await this.test.get<Home>(who, path) : await who.send<Home>('GET', path));
    const page = await ask('/api/home');
    const slow = page.blocks.flatMap(({ id, slow: isSlow }) => (isSlow ? [id] : []));
    if (slow.length === 0) return page;
    const late = new Map((await ask(`/api/home?only=${slow.join(',')}`)).blocks.map((block) => [block.id, block]));
    // A slow block that turns out to be empty and says nothing is gone.
    const blocks = page.blocks.flatMap((block) => (block.slow ? (late.get(block.id) ?? []) : [block]));
    return { ...page, blocks };
  }

  async block(who: Sender | Who, title: string): Promise<ShownBlock | undefined> {
    return (await this.home(who)).blocks.find((block) => block.title === title);
  }

  async titles(who: Sender | Who): Promise<string[]> {
    return (await this.home(who)).blocks.map(({ title }) => title);
  }

  async create(objectApiName: string, values: object): Promise<string> {
    const body = { clientKey: this.pipeline.key(), values };
    return made(await this.staff.send<RecordReply>('POST', `${DATA}/${objectApiName}`, body)).record.id;
  }

  /** Changes a block, or a step, that ships, by its code. */
  async change(code: string, values: object, object: 'HomeBlock' | 'HomeStep' = 'HomeBlock'): Promise<void> {
    const body = { objectApiName: object, fields: ['code'], pageSize: 100 };
    const { list } = made(await this.staff.send<ListReply>('POST', `${DATA}/getLayoutAndDataList`, body));
    const row = list.find((one) => one['code'] === code);
    if (!row) throw new Error(`no ${object} ${code}`);
    const { record } = made(await this.staff.send<RecordReply>('GET', `${DATA}/${object}/${row.id}`));
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await this.test.services.writer.update(object, row.id, Number(record['version']), values, context);
  }
}
