import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { hashAddress } from '#client/lib/router.ts';
import { PlainLink } from '#client/ui/plain-button.tsx';
import type { AlbumStore } from './album-store.ts';
import './albums.css';

/** Pictures that a page of a record shows of its album. */
const SHOWN = 4;

interface AlbumStripProps {
  readonly store: AlbumStore;
  readonly albumPath: string;
}

/** The first pictures of an album on the page of its record. Nothing where there is no album to see. */
export const AlbumStrip = observer(function AlbumStrip({ store, albumPath }: AlbumStripProps) {
  useEffect(() => void store.load(), [store]);
  const { album, failure } = store;
  if (failure || !album || (album.pictures.length === 0 && !album.isOwn)) return null;
  const { pictures } = album;
  return (
    <section className="album-strip" aria-label="项目相册">
      <h2>项目相册</h2>
      {pictures.length > 0 && (
        <ul>
          {pictures.slice(0, SHOWN).map(({ url, caption }) => (
            <li key={url}>
              <img src={url} alt={caption} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
      <PlainLink look="outlined" href={hashAddress(albumPath)}>
        {pictures.length > 0 ? `查看全部 ${pictures.length} 张` : '上传图片'}
      </PlainLink>
    </section>
  );
});
