import { hash, verify } from '@node-rs/argon2';

/** argon2id with the memory and rounds that OWASP recommends (19 MiB, 2 rounds). */
const OPTIONS = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);
