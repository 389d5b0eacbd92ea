const WORDS: Readonly<Record<string, string>> = {
  ENOENT: '文件不存在',
  EISDIR: '这是一个目录，请给出其中的一个文件',
  ENOTDIR: '路径中有一部分不是目录',
  EEXIST: '已有同名的文件',
  EACCES: '没有权限',
  ENOSPC: '磁盘空间不足',
};

/** Why a file could not be opened, read or written, in words. */
export function fileTrouble(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}
