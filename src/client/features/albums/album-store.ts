import { makeAutoObservable } from 'mobx';
import type { Album } from '#schemas/api/albums.ts';
import { readAlbum } from '#schemas/generated/api/albums.ts';
import type { Api } from '#client/lib/api.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';

/** The album of one record, and the picture of it that is shown large. */
export class AlbumStore {
  readonly #album: Loadable<Album>;
  /** Place of the picture that is shown large, from 0; undefined while none is. */
  large: number | undefined;

  constructor(api: Api, objectApiName: string, id: string) {
    this.#album = new Loadable(() => api.call(readAlbum, { params: { objectApiName, id } }));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get album(): Album | undefined {
    return this.#album.value;
  }

  get failure(): ApiFailure | undefined {
    return this.#album.failure;
  }

  load(): Promise<void> {
    return this.#album.load();
  }

  /** Shows a picture large, or none any more. */
  show(place: number | undefined): void {
    this.large = place;
  }
}
