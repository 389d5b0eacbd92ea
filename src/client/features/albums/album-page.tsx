import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { Album } from '#schemas/api/albums.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import type { AlbumStore } from './album-store.ts';
import './albums.css';

const PictureLightbox = lazyPart(
  async () => (await import('#client/ui/lightbox/picture-lightbox.tsx')).PictureLightbox,
);

interface AlbumPageProps {
  readonly store: AlbumStore;
  /** The page of the record whose album it is. */
  readonly recordPath: string;
  /** Where members of a company change its pictures. */
  readonly editPath: (ccid: string) => string;
}

/** The pictures of a project with what is said of them; each opens large. */
export const AlbumPage = observer(function AlbumPage({ store, recordPath, editPath }: AlbumPageProps) {
  const { album, failure } = store;
  usePageTitle(album ? `${album.name}的相册` : '项目相册');
  useEffect(() => void store.load(), [store]);
  if (failure?.status === 404)
    return (
      <Notice isPage title="相册不存在或尚未公开">
        融资中的项目才会公开相册；项目暂停或结束后，相册随之关闭。
      </Notice>
    );
  if (failure)
    return (
      <Notice isPage title={failure.message} isAlert action={{ label: '重试', onPress: () => void store.load() }} />
    );
  if (!album) return <Notice isPage title="正在加载…" />;
  return (
    <div className="page-column">
      <PageHead title={`${album.name}的相册`} help={lineOf(album)}>
        <span className="album-links">
          <PlainLink look="outlined" href={hashAddress(recordPath)}>
            查看详情
          </PlainLink>
          {album.isOwn && (
            <PlainLink look="filled" href={hashAddress(editPath(album.ccid))}>
              编辑相册
            </PlainLink>
          )}
        </span>
      </PageHead>
      {album.pictures.length === 0 ? <Empty album={album} /> : <Pictures store={store} album={album} />}
    </div>
  );
});

function lineOf({ isOpen, isOwn, company, pictures }: Album): string {
  const count = `${company} · ${pictures.length} 张图片`;
  if (!isOwn) return count;
  return isOpen ? `${count} · 已公开，未登录的访客也可以查看` : `${count} · 未公开：没有融资中的项目，仅企业成员可见`;
}

function Empty({ album: { isOwn } }: { readonly album: Album }) {
  if (!isOwn) return <Notice title="还没有图片">企业尚未上传相册图片。</Notice>;
  return <Notice title="还没有图片">产品、团队与场地的照片能让投资人更快了解您。点“编辑相册”上传。</Notice>;
}

const Pictures = observer(function Pictures({
  store,
  album,
}: Pick<AlbumPageProps, 'store'> & { readonly album: Album }) {
  const { pictures, name } = album;
  return (
    <>
      <ul className="album-grid">
        {pictures.map(({ url, caption }, place) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => store.show(place)}
              aria-label={`放大：${caption || `第 ${place + 1} 张`}`}
            >
              <img src={url} alt="" loading="lazy" />
            </button>
            {caption !== '' && <p>{caption}</p>}
          </li>
        ))}
      </ul>
      {store.large !== undefined && (
        <PictureLightbox
          slides={pictures.map(({ url, caption }) => ({ src: url, alt: caption, description: caption }))}
          index={store.large}
          label={`${name}的相册`}
          onClose={() => store.show(undefined)}
        />
      )}
    </>
  );
});
