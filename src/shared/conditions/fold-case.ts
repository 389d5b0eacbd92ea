/**
 * Text as the condition language compares it without regard to case: A–Z become a–z, nothing else changes. That is what
 * `lower(… collate "C")` does in every database, whatever locale it was made with, so both sides give the same answer.
 */
export const foldCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
