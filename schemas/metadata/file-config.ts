import { Type } from 'typebox';
import { says, titled } from './annotations.ts';
import { FieldApiName } from './names.ts';

/** What fields of pictures and files say of them beside what every field says. */
export const FILE_CONFIG = {
  /** File kinds an upload accepts, as in the `accept` attribute; size limit in bytes. */
  accept: Type.Optional(
    Type.String({
      maxLength: 200,
      ...says('接受的文件', { description: '扩展名或类型，用逗号分隔，如：.pdf,image/*' }),
    }),
  ),
  maxSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 104857600, ...says('文件大小上限（字节）') })),
  /**
   * An uploaded file that is no more open than the value: for its owner, the staff who see to it, those it was granted to, and
   * users who may read this field of the record that names it. Where copies get a watermark these are given in its place.
   */
  private: Type.Optional(
    Type.Boolean(
      says('不公开', {
        description:
          '上传的文件仅上传者、审核人员、获得授权的人，以及能看到这条记录中此字段的人可以打开。勾选后，此前公开的文件也会转为不公开，原地址随即失效',
        'x-group': '权限与状态',
      }),
    ),
  ),
  /** Of a file: a PDF of which copies with a watermark can be made, since users outside are given no other. */
  watermark: Type.Optional(
    Type.Boolean(
      says('查阅时加水印', {
        description: '只接受无需密码即可打开的 PDF；企业与平台以外的人拿到的每一份都带有查阅人与日期',
        'x-group': '权限与状态',
      }),
    ),
  ),
  /** Of a picture of a company: it is in the album, which everyone may see while a project of the company is raising. */
  album: Type.Optional(
    Type.Boolean(
      says('相册图片', {
        description: '企业有融资中的项目时，图片在项目相册中对所有人公开，包括未登录的访客。仅用于企业',
        'x-group': '权限与状态',
      }),
    ),
  ),
  /** The text field that says what is on the picture. */
  captionField: Type.Optional(
    titled(FieldApiName, '图片说明字段', { description: '相册中显示在图片下方', 'x-control': 'fieldName' }),
  ),
};
