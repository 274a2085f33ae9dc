/** Lower case without accents, for comparing names and searches. */
export const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Removes NUL and lone surrogates, which databases and WhatsApp refuse. */
export const removeInvalidCharacters = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Start of a text, at most `max` UTF-16 units, without a lone surrogate at its end. */
export const cutText = (text: string, max: number) =>
  text.length > max ? text.slice(0, max).replace(/[\ud800-\udbff]$/, '') : text

/** Emoji sequences of UTS 51: flags, keycaps, modifiers, joined sequences. */
const emoji =
  /^(?:\p{RI}{2}|\p{EMod}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{EMod}|[\u{e0020}-\u{e007e}]{1,8}\u{e007f})?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{EMod}?\ufe0f?)*)$/u

/** True for exactly one emoji, also one newer than the runtime's Unicode tables. */
export const isEmoji = (text: string) => emoji.test(text)

/**
 * File name of a stored attachment, with underscores for spaces (specification, part 2 §5). A file of a form may come
 * without a name, although its type says otherwise.
 */
export const attachmentName = (name: string | undefined) => name?.trim().replace(/\s/g, '_')

/** White space that a line does not keep: any but single spaces. */
const uneven = /[^\S ]| {2}/

/** Start of a text on one line, for a list row. */
export const oneLine = (text: string, length = 255) =>
  (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, length)
