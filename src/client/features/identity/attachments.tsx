import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { RecordRow } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { fieldType, isFile } from '#generators/field-types/registry.ts';
import { isFileUrl, isOwnFile } from '#client/ui/field-types/texts/file-url.ts';

interface AttachmentsProps {
  readonly definition: ObjectDefinition;
  readonly record: RecordRow;
}

/** The pictures and files of a submission at a size that can be read, each opening whole in a tab of its own. */
export function Attachments({ definition, record }: AttachmentsProps) {
  const files = definition.fields.flatMap((field) => {
    const { apiName, label, removed } = field;
    const file = record[apiName] as FileValue | null | undefined;
    const isShown = isFile(field) && removed !== true && file && isFileUrl(file.url);
    return isShown ? [{ apiName, label, file, isPicture: fieldType(field).isPicture === true }] : [];
  });
  if (files.length === 0) return null;
  return (
    <section className="detail-card" aria-labelledby="attachments-title">
      <h2 id="attachments-title">图片与附件</h2>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
        {files.map(({ apiName, label, file, isPicture }) => (
          <Box key={apiName} component="figure" sx={{ m: 0, minWidth: 0 }}>
            {isPicture && isOwnFile(file.url) && (
              <Box
                component="img"
                src={file.url}
                alt={label}
                sx={{
                  display: 'block',
                  width: '100%',
                  height: 150,
                  objectFit: 'contain',
                  bgcolor: 'background.default',
                  borderRadius: 1,
                }}
              />
            )}
            <Typography component="figcaption" variant="body2" noWrap sx={{ mt: 0.5 }}>
              {label}：
              <Link href={file.url} target="_blank" rel="noopener noreferrer" title={file.name}>
                {isPicture ? '查看原图' : file.name}
              </Link>
            </Typography>
          </Box>
        ))}
      </Box>
    </section>
  );
}
