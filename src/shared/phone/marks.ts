/** First code points of the runs of ten digits in other scripts: Arabic, Persian, Devanagari, full width and others. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xff10]

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

/**
 * The text with usual digits, plus signs, dashes, brackets and blanks, without invisible characters: telephones and
 * WhatsApp copy numbers between marks of writing direction, and spreadsheets between quotes.
 */
export function plainCharacters(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim()
  return text
    .replace(/\p{Cf}|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\uff0b\ufe62\u207a\u2795]/g, '+')
    .replace(/[\p{Pd}\u2212\u00b7\u2022\u2024\u2027\u30fb\uff0e\u00af]/gu, '-')
    .replace(/[\uff08\u2768\ufe59]/g, '(')
    .replace(/[\uff09\u2769\ufe5a]/g, ')')
    .replace(/\uff20/g, '@')
    .replace(/\uff0f/g, '/')
    .replace(/[\u2018\u2019\u00b4\u2032]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
    .replace(/[\r\n\u2028\u2029\v\f]+/g, ' ; ')
    .replace(/[\p{Z}\p{Cc}]/gu, ' ')
    .trim()
}
