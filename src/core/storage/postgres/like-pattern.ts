/** Pattern of `like` for texts that contain the word; `%`, `_` and `\\` of the word have no meaning of their own. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`
