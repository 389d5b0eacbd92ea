import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Close from '@mui/icons-material/Close';
import CircularProgress from '@mui/material/CircularProgress';
import { observer } from 'mobx-react-lite';
import { MAX_REPORT_IMAGES } from '#schemas/generated/api/reports.ts';
import type { ReportPicture, ReportPictures } from './report-pictures.ts';

/** The pictures of a report, each to be taken away, and the way to more while there is room. */
export const ReportPictureList = observer(function ReportPictureList({
  pictures,
}: {
  readonly pictures: ReportPictures;
}) {
  const { list, problem, hasRoom } = pictures;
  return (
    <div>
      <div className="report-pictures">
        {list.map((picture) => (
          <Picture key={picture.key} picture={picture} onRemove={() => pictures.remove(picture.key)} />
        ))}
        {hasRoom && (
          <label className="report-add">
            <AddPhotoAlternateOutlined aria-hidden />
            <span>添加图片</span>
            <input
              type="file"
              className="visually-hidden"
              accept=".jpg,.jpeg,.png"
              multiple
              aria-describedby="report-advice"
              onChange={({ target }) => {
                void pictures.add([...(target.files ?? [])]);
                // The same file may be chosen again.
                target.value = '';
              }}
            />
          </label>
        )}
      </div>
      <p id="report-advice" className="report-note">
        最多{MAX_REPORT_IMAGES}张，支持jpg、jpeg、png格式，建议尺寸不小于60×60像素
      </p>
      <p role="alert" className="report-failure">
        {problem}
      </p>
    </div>
  );
});

function Picture({
  picture: { name, url },
  onRemove,
}: {
  readonly picture: ReportPicture;
  readonly onRemove: () => void;
}) {
  return (
    <div className="report-picture">
      {url === undefined ? <CircularProgress size={20} aria-label={`正在上传${name}`} /> : <img src={url} alt={name} />}
      <button type="button" aria-label={`移除${name}`} onClick={onRemove}>
        <Close />
      </button>
    </div>
  );
}
