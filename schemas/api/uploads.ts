import { Type, type Static } from 'typebox';
import { MAX_INTEGER, route } from './route.ts';

/** Largest picture and largest other file, in bytes as they travel. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** What a field accepts at most of either kind is in its metadata; these are the words where the platform itself refuses. */
export const WRONG_FORMAT = '上传格式不正确';
export const NOT_A_PICTURE = '上传格式错误！';
export const TOO_LARGE_FILE = '上传大小超出限制！';

/** Pages of a document that marked copies are made of, at most. */
export const MOST_PDF_PAGES = 500;

/** Whether marked copies can be made of a PDF: `locked` needs a password, `damaged` cannot be read, `long` has too many pages. */
export const PDF_STATES = ['open', 'locked', 'damaged', 'long'] as const;
export type PdfState = (typeof PDF_STATES)[number];
/** Why a field whose file is given with a watermark does not take a PDF. */
export const PDF_REFUSALS: Readonly<Record<Exclude<PdfState, 'open'>, string>> = {
  locked: '请上传无需密码即可打开的 PDF：这份文件设有密码',
  damaged: '请上传无需密码即可打开的 PDF：这份文件已损坏，请重新导出',
  long: `请上传不超过 ${MOST_PDF_PAGES} 页的 PDF`,
};

/** Who may fetch a file: everybody, or its owner, staff and those it was granted to, these from signed addresses. */
export const BUCKETS = ['public', 'private'] as const;
export const Bucket = Type.Unsafe<Bucket>(Type.Union(BUCKETS.map((bucket) => Type.Literal(bucket))));
export type Bucket = (typeof BUCKETS)[number];

/** `pic` takes pictures alone, `file` also PDF and office documents. */
const UPLOAD_TYPES = ['pic', 'file'] as const;
export const UploadType = Type.Unsafe<UploadType>(Type.Union(UPLOAD_TYPES.map((type) => Type.Literal(type))));
export type UploadType = (typeof UPLOAD_TYPES)[number];

/**
 * What `param` of `signUpload` holds as JSON text. `expiration` is an instant in milliseconds; a signature ends after an
 * hour at the latest, whatever is asked. `save-key` is the name template of the hosted services whose call this is:
 * files are named by chance here.
 */
export const UploadParam = Type.Object({
  bucket: Bucket,
  expiration: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
  'save-key': Type.Optional(Type.String({ maxLength: 500 })),
});
export type UploadParam = Static<typeof UploadParam>;

export const signUpload = route({
  method: 'POST',
  path: '/mobi-investor/upload/form-api',
  summary: 'A signature with which this account may upload one file within the hour',
  action: 'file.upload',
  body: Type.Object(
    {
      /** JSON text of an `UploadParam`. */
      param: Type.String({ minLength: 2, maxLength: 2000 }),
      type: Type.Optional(UploadType),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    signature: Type.String(),
    policy: Type.String(),
    /** Where the file is to be posted: a path of this server unless another one is configured. */
    server: Type.String(),
    /** A hosted storage takes it and answers in its own form: its answer is then brought to `takeHostedFile`. */
    isHosted: Type.Boolean(),
  }),
});

export const uploadFile = route({
  method: 'POST',
  path: '/mobi-investor/upload',
  summary: 'Upload one file: multipart/form-data with signature and policy, then the file',
  action: 'file.upload',
  encoding: 'multipart',
  reply: Type.Object({
    /** Address of the file on this host, which values of image and file fields may hold. */
    url: Type.String(),
    /** The file’s own name, without paths and control characters, and its size as kept. */
    name: Type.String(),
    size: Type.Integer(),
    /**
     * Why no marked copies can be made of a private PDF: a field whose file is given with a watermark does not take it. Without
     * this the reply is the value of a field as it is.
     */
    pdf: Type.Optional(
      Type.Unsafe<Exclude<PdfState, 'open'>>(
        Type.Union(PDF_STATES.filter((state) => state !== 'open').map((state) => Type.Literal(state))),
      ),
    ),
  }),
});

/** What a hosted storage says of a file that it took, signed by it; `url` is the path there. */
export const HostedReply = Type.Object({
  code: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  message: Type.String({ maxLength: 200 }),
  url: Type.String({ maxLength: 200 }),
  time: Type.Integer({ minimum: 0, maximum: MAX_INTEGER }),
  sign: Type.String({ maxLength: 100 }),
});
export type HostedReply = Static<typeof HostedReply>;

export const takeHostedFile = route({
  method: 'POST',
  path: '/mobi-investor/upload/hosted',
  summary: 'Make a file known that the hosted storage took, by its signed answer',
  action: 'file.upload',
  body: Type.Object(
    {
      ...HostedReply.properties,
      /** The file name that its uploader gave, and its size, which the storage held to what was signed. */
      name: Type.String({ maxLength: 500 }),
      size: Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES }),
    },
    { additionalProperties: false },
  ),
  reply: uploadFile.reply,
});

const FileParams = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const readPublicFile = route({
  method: 'GET',
  path: '/files/public/{id}',
  summary: 'The bytes of a public file',
  action: 'file.read',
  isFile: true,
  params: FileParams,
  reply: Type.Unknown(),
});

export const readPrivateFile = route({
  method: 'GET',
  path: '/files/private/{id}',
  summary:
    'Leads its owner, staff and those it was granted to on to a signed address, which gives the bytes for minutes',
  action: 'file.read',
  personal: { kind: 'file', by: 'id' },
  isFile: true,
  params: FileParams,
  /** Both are only in signed addresses. */
  query: Type.Object({
    expires: Type.Optional(Type.String({ maxLength: 20 })),
    signature: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Type.Unknown(),
});
