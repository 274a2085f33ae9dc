/**
 * Lower case without accents, for comparing names and searches. Marks are removed before and after the normalization,
 * which takes quadratic time of the marks of one letter: 20,000 of them take 5 s.
 */
export const foldText = (text: string) =>
  text.replace(marks, '').normalize('NFD').replace(marks, '').toLowerCase().trim()

const marks = /\p{M}/gu
/** More marks than any letter has: UAX #15, Stream-Safe Text Format. */
const manyMarks = /(\p{M}{30})\p{M}+/gu

/** The text in normalization form C; of the marks of one letter 30 stay, because normalizing takes quadratic time. */
export const composeText = (text: string) => text.replace(manyMarks, '$1').normalize('NFC')

/** The same in normalization form D. */
export const decomposeText = (text: string) => text.replace(manyMarks, '$1').normalize('NFD')

/** The usual characters in place of one in another shape: 1 for \u00b9 and \u2460 (normalization form KC). */
export const usualForm = (character: string) => character.normalize('NFKC')

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
 * File name of a stored attachment, with underscores for spaces. A file of a form may come without a name, although its
 * type says otherwise.
 */
export const attachmentName = (name: string | undefined) => name?.trim().replace(/\s/g, '_')

/** White space that a line does not keep: any but single spaces. */
const uneven = /[^\S ]| {2}/

/** Start of a text on one line, for a list row. */
export const oneLine = (text: string, length = 255) =>
  (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim().slice(0, length)
