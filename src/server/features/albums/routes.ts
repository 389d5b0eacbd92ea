import type { FastifyInstance } from 'fastify';
import { readAlbum } from '#schemas/api/albums.ts';
import { mount } from '#server/http/mount.ts';
import { type AlbumDeps, Albums } from './service.ts';

/** The pictures that companies show of their projects. */
export function albumRoutes(app: FastifyInstance, deps: AlbumDeps): void {
  const albums = new Albums(deps);
  mount(app, readAlbum, async ({ params, actor }) => albums.read(params.objectApiName, params.id, actor));
}
