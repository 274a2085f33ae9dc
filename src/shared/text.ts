/** Lower case without accents: what names and searches are compared by. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The start of a text on one line, for a list row. */
export const oneLine = (text: string, length = 255) => text.replace(/\s+/g, ' ').trim().slice(0, length)
