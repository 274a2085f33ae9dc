/** Lower case without accents: what names and searches are compared by. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Text as it may be stored, sent and shown: without NUL and halves of characters, which databases and WhatsApp refuse. */
export const sound = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The beginning of a text, of at most `max` UTF-16 units, without half a character at its end. */
export const cutText = (text: string, max: number) =>
  text.length > max ? text.slice(0, max).replace(/[\ud800-\udbff]$/, '') : text

/** As UTS 51 builds them: a flag, a key, a picture in its colour, several joined. */
const emoji =
  /^(?:\p{RI}{2}|\p{EMod}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{EMod}|[\u{e0020}-\u{e007e}]{1,8}\u{e007f})?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{EMod}?\ufe0f?)*)$/u

/** True for exactly one emoji, also one that came after our Unicode tables, and for nothing else. */
export const isEmoji = (text: string) => emoji.test(text)

/**
 * The name of what is attached once and sent to many: without spaces (specification, part 2 §5). A form's file may have
 * none, whatever its type says.
 */
export const attachmentName = (name: string | undefined) => name?.trim().replace(/\s/g, '_')

/** The start of a text on one line, for a list row. */
export const oneLine = (text: string, length = 255) => text.replace(/\s+/g, ' ').trim().slice(0, length)
