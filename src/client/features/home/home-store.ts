import { makeAutoObservable } from 'mobx';
import type { Home, HomeFault, ShownBlock } from '#schemas/api/home.ts';
import { readHome, readHomeFaults } from '#schemas/generated/api/home.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The first page of the user: all blocks in one request, and those that were slow once more by themselves. */
export class HomeStore {
  readonly page: Loadable<Home>;
  /** Blocks that were asked for by themselves. */
  readonly late: Loadable<readonly ShownBlock[], [ids: readonly string[]]>;
  /** For staff: what is wrong with definitions that any user would be shown. */
  readonly faults: Loadable<readonly HomeFault[]>;

  constructor(api: Api) {
    this.late = new Loadable(
      async (_signal, ids) => (await api.call(readHome, { query: { only: ids.join(',') } })).blocks,
    );
    this.page = new Loadable(
      () => api.call(readHome, { query: {} }),
      ({ blocks }) => {
        this.late.clear();
        const slow = blocks.flatMap(({ id, slow: isSlow }) => (isSlow ? [id] : []));
        if (slow.length > 0) void this.late.load(slow);
      },
    );
    this.faults = new Loadable(async () => (await api.call(readHomeFaults)).list);
    makeAutoObservable(this, { page: false, late: false, faults: false });
  }

  /** The blocks in their order, as far as they are known; a slow one that turned out to be empty is gone. */
  get blocks(): readonly ShownBlock[] | undefined {
    const late = this.late.value && new Map(this.late.value.map((block) => [block.id, block]));
    return this.page.value?.blocks.flatMap((block) => (block.slow && late ? (late.get(block.id) ?? []) : [block]));
  }

  /** Is a block that is slow still being asked for? */
  get isWaiting(): boolean {
    return this.late.isLoading;
  }

  /** Asks for the blocks again that are still slow. */
  retry = (): void => {
    const slow = this.blocks?.flatMap(({ id, slow: isSlow }) => (isSlow ? [id] : [])) ?? [];
    if (slow.length > 0) void this.late.load(slow);
  };
}
